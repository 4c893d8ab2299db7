/**
 * What the keys of known vendors look like. The maintained packages for this are scanners, not lists: they bring their
 * shapes as code that reads files one after the other and reports lines (https://github.com/secretlint/secretlint), know
 * few of the vendors of models, and promise nothing about the time that hostile text takes. So this is our own list,
 * with a page on each shape.
 */

const GITLEAKS = 'https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml'
const GITHUB_PARTNERS =
  'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns'

/**
 * The shape of a vendor's keys, and where it is told. Repetition without end is written `{n,}` and nothing else, so
 * that the search can bound it. Where words of ordinary text could look alike, a digit is asked for.
 */
type Shapes = readonly (readonly [shape: RegExp, source: string])[]

/** Shapes at whose beginning a word begins. */
export const SHAPES: Shapes = [
  // Models
  // OpenAI, Anthropic, OpenRouter, Langfuse, LiteLLM, Helicone
  [/sk-(?:proj|svcacct|admin|None|ant|or|lf|helicone|live|test|api)-[\w-]{16,}/, GITLEAKS],
  // OpenAI before projects, DeepSeek, Moonshot, DashScope and more
  [/sk-(?=[\w-]{0,60}\d)[\w-]{16,}/, 'https://api-docs.deepseek.com/'],
  // OpenAI, for one session
  [/ek_(?=[\w-]{0,60}\d)[\w-]{20,}/, 'https://platform.openai.com/docs/guides/realtime'],
  // Langfuse
  [/pk-lf-[\w-]{16,}/, 'https://langfuse.com/faq/all/where-are-langfuse-api-keys'],
  // Google
  [/AIza[\w-]{35}/, 'https://docs.cloud.google.com/docs/authentication/api-keys'],
  // Google, bound to a service account
  [/AQ\.Ab[\w-]{30,}/, 'https://docs.cloud.google.com/docs/authentication/api-keys'],
  // Google OAuth access
  [/ya29\.[\w-]{20,}/, 'https://developers.google.com/identity/protocols/oauth2'],
  // Google OAuth client
  [/GOCSPX-[\w-]{20,}/, GITHUB_PARTNERS],
  // Google OAuth refresh
  [/1\/\/0[\w-]{30,}/, 'https://developers.google.com/identity/protocols/oauth2'],
  // Groq
  [/gsk_[A-Za-z0-9]{20,}/, 'https://console.groq.com/docs/quickstart'],
  // xAI
  [/xai-[A-Za-z0-9]{20,}/, 'https://docs.x.ai/docs/tutorial'],
  // Cerebras
  [/csk-[A-Za-z0-9]{20,}/, 'https://inference-docs.cerebras.ai/quickstart'],
  // Hugging Face
  [/hf_[A-Za-z0-9]{20,}/, 'https://huggingface.co/docs/hub/security-tokens'],
  // Hugging Face, of an organization
  [/api_org_[A-Za-z0-9]{30,}/, GITLEAKS],
  // Perplexity
  [/pplx-[A-Za-z0-9]{20,}/, 'https://docs.perplexity.ai/getting-started/quickstart'],
  // Fireworks
  [/fw_[A-Za-z0-9]{20,}/, 'https://docs.fireworks.ai/getting-started/quickstart'],
  // Replicate
  [/r8_[A-Za-z0-9]{20,}/, 'https://replicate.com/docs/topics/security/api-tokens'],
  // NVIDIA
  [/nvapi-[\w-]{20,}/, 'https://docs.api.nvidia.com/nim/reference/llm-apis'],
  // Together
  [/tgp_v1_[\w-]{20,}/, 'https://docs.together.ai/docs/quickstart'],
  // Voyage
  [/pa-[\w-]{40,}/, 'https://docs.voyageai.com/docs/api-key-and-installation'],
  // Jina
  [/jina_[A-Za-z0-9]{20,}/, 'https://jina.ai/embeddings/'],
  // Tavily
  [/tvly-(?=[\w-]{0,40}\d)[\w-]{16,}/, 'https://docs.tavily.com/documentation/quickstart'],
  // Firecrawl
  [/fc-[0-9a-f]{32}/, 'https://docs.firecrawl.dev/introduction'],
  // Pinecone
  [/pcsk_[A-Za-z0-9_]{30,}/, 'https://docs.pinecone.io/guides/projects/manage-api-keys'],
  // LangSmith
  [/lsv2_[a-z]{2}_[A-Za-z0-9_]{20,}/, 'https://docs.langchain.com/langsmith/create-account-api-key'],
  // ElevenLabs
  [/sk_[0-9a-f]{32,}/, 'https://elevenlabs.io/docs/api-reference/authentication'],
  // Stability, Clarifai, Vercel AI Gateway
  [/vck_[A-Za-z0-9]{24,}/, 'https://vercel.com/docs/ai-gateway/authentication'],

  // Clouds
  // AWS access key id
  [
    /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
  ],
  // AWS Bedrock, long-term
  [/ABSK[A-Za-z0-9+/]{80,}={0,2}/, 'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html'],
  // AWS Bedrock, short-term
  [
    /[a-z]{1,20}-api-key-[A-Za-z0-9+/=]{20,}/,
    'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html',
  ],
  // Azure storage and service bus
  [
    /(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}/,
    'https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string',
  ],
  // Alibaba Cloud
  [/LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])/, GITLEAKS],
  // Tencent Cloud
  [/AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/, GITHUB_PARTNERS],
  // Cloudflare origin
  [/v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/, GITLEAKS],
  // DigitalOcean
  [/do[opr]_v1_[0-9a-f]{40,}/, 'https://docs.digitalocean.com/reference/api/create-personal-access-token/'],
  // Fly
  [/fo1_[\w-]{30,}/, 'https://fly.io/docs/security/tokens/'],
  // Fly macaroon
  [/fm(?:1[ar]|2)_[A-Za-z0-9+/=_-]{40,}/, 'https://fly.io/docs/security/tokens/'],
  // Heroku
  [/HRKU-[\w-]{30,}/, GITLEAKS],
  // Netlify
  [/nf[pckb]_[A-Za-z0-9]{30,}/, GITHUB_PARTNERS],
  // Databricks
  [/dapi[0-9a-f]{32}/, 'https://docs.databricks.com/aws/en/dev-tools/auth/pat'],
  // PlanetScale
  [/pscale_(?:tkn|oauth|pw)_[\w.=-]{30,}/, 'https://planetscale.com/docs/api/reference/service-tokens'],
  // Supabase, of a person
  [/sbp_[A-Za-z0-9_]{32,}/, 'https://supabase.com/docs/guides/platform/personal-access-tokens'],
  // Supabase
  [/sb_secret_[\w-]{16,}/, 'https://supabase.com/docs/guides/api/api-keys.md'],
  // Neon
  [/napi_[a-z0-9]{40,}/, 'https://neon.com/docs/manage/api-keys'],
  // Vault
  [/hv[sbr]\.[\w-]{20,}/, 'https://developer.hashicorp.com/vault/docs/concepts/tokens'],
  // Vault before 1.10
  [
    /s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.-])/,
    'https://developer.hashicorp.com/vault/docs/concepts/tokens',
  ],
  // Doppler
  [
    /dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[\w-]{1,35}\.)?[A-Za-z0-9]{30,}/,
    'https://docs.doppler.com/reference/auth-token-formats',
  ],
  // Pulumi
  [/pul-[0-9a-f]{40}/, 'https://www.pulumi.com/docs/administration/access-identity/access-tokens/'],
  // 1Password
  [/ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3}/, 'https://developer.1password.com/docs/service-accounts/'],
  // age
  [/AGE-SECRET-KEY-1[A-Z0-9]{50,}/, 'https://github.com/FiloSottile/age'],

  // Code
  // GitHub
  [
    /gh[oprsu]_[A-Za-z0-9]{30,}/,
    'https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/',
  ],
  // GitHub, fine-grained
  [/github_pat_[A-Za-z0-9_]{30,}/, GITHUB_PARTNERS],
  // GitLab
  [
    /gl(?:pat|dt|ft|rt|rtr|cbt|ptt|imt|agent|oas|soat|ffct|wt)-[\w-]{20,}(?:\.\w{2}\.\w{9})?/,
    'https://docs.gitlab.com/security/tokens/',
  ],
  // Bitbucket
  [/ATBB[A-Za-z0-9]{28,}/, GITHUB_PARTNERS],
  // Atlassian
  [
    /AT[ACS]TT3[\w=-]{40,}/,
    'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
  ],
  // npm
  [/npm_[A-Za-z0-9]{36,}/, 'https://docs.npmjs.com/about-access-tokens'],
  // PyPI
  [/pypi-[\w-]{50,}/, 'https://pypi.org/help/#apitoken'],
  // RubyGems
  [/rubygems_[0-9a-f]{40,}/, GITLEAKS],
  // crates.io
  [/cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/, GITHUB_PARTNERS],
  // Clojars
  [/CLOJARS_[0-9a-z]{60}/, GITLEAKS],
  // Docker
  [/dckr_(?:pat|oat)_[\w-]{20,}/, 'https://docs.docker.com/security/access-tokens/'],
  // JFrog
  [/(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})(?![A-Za-z0-9])/, GITLEAKS],
  // Sentry
  [/sntry[su]_[A-Za-z0-9+/=_-]{40,}/, 'https://docs.sentry.io/account/auth-tokens/'],
  // Grafana
  [
    /gl(?:c|sa)_[A-Za-z0-9+/=_]{32,}/,
    'https://grafana.com/docs/grafana/latest/administration/service-accounts/',
  ],
  // New Relic
  [/NR(?:AK|JS|II)-[\w-]{19,}/, GITLEAKS],
  // Dynatrace
  [
    /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/,
    'https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens',
  ],
  // Sourcegraph
  [/sgp_(?:[A-Za-z0-9-]{0,20}_)?[0-9a-f]{40}/, GITLEAKS],
  // Postman
  [/PMAK-[0-9a-f]{24}-[0-9a-f]{34}/, GITLEAKS],
  // Prefect
  [/pn[bu]_[A-Za-z0-9]{36}/, GITLEAKS],
  // PostHog
  [/ph[xr]_[A-Za-z0-9]{30,}/, 'https://posthog.com/docs/api'],
  // SonarQube
  [/sq[pau]_[0-9a-f]{40}/, GITLEAKS],
  // NuGet
  [/oy2[a-z0-9]{43}(?![A-Za-z0-9])/, GITLEAKS],
  // Octopus Deploy
  [/API-[A-Z0-9]{26}(?![A-Za-z0-9])/, GITLEAKS],
  // Harness
  [/[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/, GITLEAKS],
  // OpenShift
  [/sha256~[\w-]{43}(?![\w-])/, GITLEAKS],
  // Infracost
  [/ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/, GITLEAKS],
  // ReadMe
  [/rdme_[a-z0-9]{70}/, GITLEAKS],
  // Vercel
  [/vc[pikar]_[A-Za-z0-9]{24,}/, GITHUB_PARTNERS],

  // Messages and documents
  // Slack
  [/xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}/, 'https://docs.slack.dev/authentication/tokens/'],
  // Slack app
  [/xapp-[A-Za-z0-9-]{20,}/, 'https://docs.slack.dev/authentication/tokens/'],
  // Slack hook
  [
    /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[\w/-]{16,}/,
    'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
  ],
  // Teams hook
  [/webhook\.office\.com\/webhookb2\/[\w@/-]{40,}/, GITLEAKS],
  // Discord hook
  [
    /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,20}\/[\w-]{20,}/,
    'https://docs.discord.com/developers/resources/webhook',
  ],
  // Discord bot
  [/[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/, 'https://docs.discord.com/developers/reference#authentication'],
  // Twilio
  [/SK[0-9a-f]{32}(?![\w-])/, 'https://www.twilio.com/docs/iam/api-keys'],
  // SendGrid
  [/SG\.[\w-]{16,}\.[\w-]{16,}/, 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys'],
  // Mailgun
  [/key-[0-9a-f]{32}(?![\w-])/, GITLEAKS],
  // Mailchimp
  [/[0-9a-f]{32}-us\d{1,2}(?![\w-])/, GITLEAKS],
  // Brevo
  [/xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/, GITLEAKS],
  // Resend
  [/re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}/, 'https://resend.com/docs/api-reference/introduction'],
  // Notion
  [/ntn_[A-Za-z0-9]{30,}/, 'https://developers.notion.com/reference/authentication'],
  // Notion before 2024
  [/secret_[A-Za-z0-9]{43}(?![\w-])/, 'https://developers.notion.com/reference/authentication'],
  // Linear
  [/lin_(?:api|oauth)_[A-Za-z0-9]{30,}/, GITLEAKS],
  // Airtable
  [/pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/, 'https://airtable.com/developers/web/api/authentication'],
  // Figma
  [/fig[doru]{1,2}_[\w-]{30,}/, GITHUB_PARTNERS],
  // Dropbox
  [/sl\.(?:u\.)?[\w-]{60,}/, GITLEAKS],
  // Facebook page
  [/EAA[MC][A-Za-z0-9]{100,}/, GITLEAKS],
  // Frame.io
  [/fio-u-[\w=-]{64}/, GITLEAKS],
  // Yandex Cloud
  [/AQVN[\w-]{35,38}(?![\w-])/, GITLEAKS],
  // Adobe
  [/p8e-[A-Za-z0-9]{32}(?![A-Za-z0-9])/, GITLEAKS],
  // Typeform
  [/tfp_[\w.=-]{40,}/, GITLEAKS],
  // HubSpot
  [
    /pat-(?:na|eu|ap)\d-[0-9a-f-]{36}/,
    'https://developers.hubspot.com/docs/apps/legacy-apps/authentication/intro-to-auth',
  ],

  // Shops and payments
  // Stripe
  [/[prs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}/, 'https://docs.stripe.com/keys'],
  // Stripe and Svix hooks
  [/whsec_[A-Za-z0-9+/=]{24,}/, 'https://docs.stripe.com/webhooks/signature'],
  // Shopify
  [
    /shp(?:at|ca|pa|ss|ua|tka)_[0-9A-Fa-f]{32}/,
    'https://shopify.dev/docs/apps/build/authentication-authorization',
  ],
  // Shippo
  [/shippo_(?:live|test)_[0-9a-f]{40}/, GITLEAKS],
  // Duffel
  [/duffel_(?:test|live)_[\w=-]{43}/, GITLEAKS],
  // Flutterwave
  [/FLWSECK(?:_TEST)?-[0-9a-h]{12,32}(?:-X)?/, GITLEAKS],
  // Square, of a merchant
  [/EAAA[\w-]{60}(?![\w-])/, GITLEAKS],
  // Square
  [/sq0(?:atp|csp|idp)-[\w-]{22,}/, GITLEAKS],
  // EasyPost
  [/EZ[AT]K[A-Za-z0-9]{54}/, GITLEAKS],
  // Mapbox
  [/sk\.eyJ[\w-]{20,}\.[\w-]{16,}/, 'https://docs.mapbox.com/accounts/guides/tokens/'],

  // Of no one vendor
  // JSON Web Token
  [/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/, 'https://www.rfc-editor.org/rfc/rfc7519'],
  // Bearer
  [
    /[Bb]earer[\s+]{1,8}(?=[^\s"']{0,200}\d)[A-Za-z0-9._~+/=-]{16,}/,
    'https://www.rfc-editor.org/rfc/rfc6750#section-2.1',
  ],
  // Basic
  [
    /[Bb]asic[\s+]{1,8}(?=[^\s"']{0,200}[\d=])[A-Za-z0-9+/]{10,}={0,2}/,
    'https://www.rfc-editor.org/rfc/rfc7617#section-2',
  ],
]

/**
 * The secret ends of keys that are not told by how they begin: what stands before tells who the key belongs to, and
 * is looked at after the first character of the end was found, which is faster.
 */
export const ENDINGS: Shapes = [
  // AWS Bedrock, short-term, under a name of its own
  [
    /api-key-(?<=-api-key-)[A-Za-z0-9+/=]{20,}/,
    'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html',
  ],
  // Azure client
  [/Q~(?<=[\w.~]{3}\dQ~)[\w.~-]{31,34}/, GITLEAKS],
  // Telegram
  [/:(?<=\d{8}:)[\w-]{35}(?![\w-])/, 'https://core.telegram.org/bots/api#authorizing-your-bot'],
  // Terraform Cloud
  [/\.atlasv1\.(?<=[A-Za-z0-9]{14}\.atlasv1\.)[\w=-]{60,}/, GITLEAKS],
]
