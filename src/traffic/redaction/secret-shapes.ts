/**
 * The shapes of keys of known vendors. The maintained packages for this purpose are scanners, not lists:
 * their shapes are code that reads files one after the other and reports lines
 * (https://github.com/secretlint/secretlint). They cover few model vendors and have no time limit on hostile
 * text. This is therefore a separate list, with the vendor of each shape and a page about it. "Gitleaks" is
 * https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml, and "GitHub partners" is
 * https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns.
 *
 * Unbounded repetition is always written `{n,}`, so that the search can bound it. A digit is required where
 * ordinary words could match.
 */

/** Shapes that match only at the beginning of a word. */
export const SHAPES: readonly RegExp[] = [
  // Models
  // OpenAI, Anthropic, OpenRouter, Langfuse, LiteLLM, Helicone: Gitleaks
  /sk-(?:proj|svcacct|admin|None|ant|or|lf|helicone|live|test|api)-[\w-]{16,}/,
  // OpenAI before projects, DeepSeek, Moonshot, DashScope and more: https://api-docs.deepseek.com/
  /sk-(?=[\w-]{0,60}\d)[\w-]{16,}/,
  // OpenAI, for one session: https://platform.openai.com/docs/guides/realtime
  /ek_(?=[\w-]{0,60}\d)[\w-]{20,}/,
  // Langfuse: https://langfuse.com/faq/all/where-are-langfuse-api-keys
  /pk-lf-[\w-]{16,}/,
  // Google: https://docs.cloud.google.com/docs/authentication/api-keys
  /AIza[\w-]{35}/,
  // Google, bound to a service account: https://docs.cloud.google.com/docs/authentication/api-keys
  /AQ\.Ab[\w-]{30,}/,
  // Google OAuth access: https://developers.google.com/identity/protocols/oauth2
  /ya29\.[\w-]{20,}/,
  // Google OAuth client: GitHub partners
  /GOCSPX-[\w-]{20,}/,
  // Google OAuth refresh: https://developers.google.com/identity/protocols/oauth2
  /1\/\/0[\w-]{30,}/,
  // Groq: https://console.groq.com/docs/quickstart
  /gsk_[A-Za-z0-9]{20,}/,
  // xAI: https://docs.x.ai/docs/tutorial
  /xai-[A-Za-z0-9]{20,}/,
  // Cerebras: https://inference-docs.cerebras.ai/quickstart
  /csk-[A-Za-z0-9]{20,}/,
  // Hugging Face: https://huggingface.co/docs/hub/security-tokens
  /hf_[A-Za-z0-9]{20,}/,
  // Hugging Face, of an organization: Gitleaks
  /api_org_[A-Za-z0-9]{30,}/,
  // Perplexity: https://docs.perplexity.ai/getting-started/quickstart
  /pplx-[A-Za-z0-9]{20,}/,
  // Fireworks: https://docs.fireworks.ai/getting-started/quickstart
  /fw_[A-Za-z0-9]{20,}/,
  // Replicate: https://replicate.com/docs/topics/security/api-tokens
  /r8_[A-Za-z0-9]{20,}/,
  // NVIDIA: https://docs.api.nvidia.com/nim/reference/llm-apis
  /nvapi-[\w-]{20,}/,
  // Together: https://docs.together.ai/docs/quickstart
  /tgp_v1_[\w-]{20,}/,
  // Voyage: https://docs.voyageai.com/docs/api-key-and-installation
  /pa-[\w-]{40,}/,
  // Jina: https://jina.ai/embeddings/
  /jina_[A-Za-z0-9]{20,}/,
  // Tavily: https://docs.tavily.com/documentation/quickstart
  /tvly-(?=[\w-]{0,40}\d)[\w-]{16,}/,
  // Firecrawl: https://docs.firecrawl.dev/introduction
  /fc-[0-9a-f]{32}/,
  // Pinecone: https://docs.pinecone.io/guides/projects/manage-api-keys
  /pcsk_[A-Za-z0-9_]{30,}/,
  // LangSmith: https://docs.langchain.com/langsmith/create-account-api-key
  /lsv2_[a-z]{2}_[A-Za-z0-9_]{20,}/,
  // ElevenLabs: https://elevenlabs.io/docs/api-reference/authentication
  /sk_[0-9a-f]{32,}/,
  // Stability, Clarifai, Vercel AI Gateway: https://vercel.com/docs/ai-gateway/authentication
  /vck_[A-Za-z0-9]{24,}/,

  // Clouds
  // AWS access key id: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
  // AWS Bedrock, long-term: https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html
  /ABSK[A-Za-z0-9+/]{80,}={0,2}/,
  // AWS Bedrock, short-term: https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html
  /[a-z]{1,20}-api-key-[A-Za-z0-9+/=]{20,}/,
  // Azure storage and service bus: https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string
  /(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}/,
  // Alibaba Cloud: Gitleaks
  /LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])/,
  // Tencent Cloud: GitHub partners
  /AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  // Cloudflare origin: Gitleaks
  /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/,
  // DigitalOcean: https://docs.digitalocean.com/reference/api/create-personal-access-token/
  /do[opr]_v1_[0-9a-f]{40,}/,
  // Fly: https://fly.io/docs/security/tokens/
  /fo1_[\w-]{30,}/,
  // Fly macaroon: https://fly.io/docs/security/tokens/
  /fm(?:1[ar]|2)_[A-Za-z0-9+/=_-]{40,}/,
  // Heroku: Gitleaks
  /HRKU-[\w-]{30,}/,
  // Netlify: GitHub partners
  /nf[pckb]_[A-Za-z0-9]{30,}/,
  // Databricks: https://docs.databricks.com/aws/en/dev-tools/auth/pat
  /dapi[0-9a-f]{32}/,
  // PlanetScale: https://planetscale.com/docs/api/reference/service-tokens
  /pscale_(?:tkn|oauth|pw)_[\w.=-]{30,}/,
  // Supabase, of a person: https://supabase.com/docs/guides/platform/personal-access-tokens
  /sbp_[A-Za-z0-9_]{32,}/,
  // Supabase: https://supabase.com/docs/guides/api/api-keys.md
  /sb_secret_[\w-]{16,}/,
  // Neon: https://neon.com/docs/manage/api-keys
  /napi_[a-z0-9]{40,}/,
  // Vault: https://developer.hashicorp.com/vault/docs/concepts/tokens
  /hv[sbr]\.[\w-]{20,}/,
  // Vault before 1.10: https://developer.hashicorp.com/vault/docs/concepts/tokens
  /s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.-])/,
  // Doppler: https://docs.doppler.com/reference/auth-token-formats
  /dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[\w-]{1,35}\.)?[A-Za-z0-9]{30,}/,
  // Pulumi: https://www.pulumi.com/docs/administration/access-identity/access-tokens/
  /pul-[0-9a-f]{40}/,
  // 1Password: https://developer.1password.com/docs/service-accounts/
  /ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3}/,
  // age: https://github.com/FiloSottile/age
  /AGE-SECRET-KEY-1[A-Z0-9]{50,}/,

  // Code
  // GitHub: https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
  /gh[oprsu]_[A-Za-z0-9]{30,}/,
  // GitHub, fine-grained: GitHub partners
  /github_pat_[A-Za-z0-9_]{30,}/,
  // GitLab: https://docs.gitlab.com/security/tokens/
  /gl(?:pat|dt|ft|rt|rtr|cbt|ptt|imt|agent|oas|soat|ffct|wt)-[\w-]{20,}(?:\.\w{2}\.\w{9})?/,
  // Bitbucket: GitHub partners
  /ATBB[A-Za-z0-9]{28,}/,
  // Atlassian: https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/
  /AT[ACS]TT3[\w=-]{40,}/,
  // npm: https://docs.npmjs.com/about-access-tokens
  /npm_[A-Za-z0-9]{36,}/,
  // PyPI: https://pypi.org/help/#apitoken
  /pypi-[\w-]{50,}/,
  // RubyGems: Gitleaks
  /rubygems_[0-9a-f]{40,}/,
  // crates.io: GitHub partners
  /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  // Clojars: Gitleaks
  /CLOJARS_[0-9a-z]{60}/,
  // Docker: https://docs.docker.com/security/access-tokens/
  /dckr_(?:pat|oat)_[\w-]{20,}/,
  // JFrog: Gitleaks
  /(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})(?![A-Za-z0-9])/,
  // Sentry: https://docs.sentry.io/account/auth-tokens/
  /sntry[su]_[A-Za-z0-9+/=_-]{40,}/,
  // Grafana: https://grafana.com/docs/grafana/latest/administration/service-accounts/
  /gl(?:c|sa)_[A-Za-z0-9+/=_]{32,}/,
  // New Relic: Gitleaks
  /NR(?:AK|JS|II)-[\w-]{19,}/,
  // Dynatrace: https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens
  /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/,
  // Sourcegraph: Gitleaks
  /sgp_(?:[A-Za-z0-9-]{0,20}_)?[0-9a-f]{40}/,
  // Postman: Gitleaks
  /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/,
  // Prefect: Gitleaks
  /pn[bu]_[A-Za-z0-9]{36}/,
  // PostHog: https://posthog.com/docs/api
  /ph[xr]_[A-Za-z0-9]{30,}/,
  // SonarQube: Gitleaks
  /sq[pau]_[0-9a-f]{40}/,
  // NuGet: Gitleaks
  /oy2[a-z0-9]{43}(?![A-Za-z0-9])/,
  // Octopus Deploy: Gitleaks
  /API-[A-Z0-9]{26}(?![A-Za-z0-9])/,
  // Harness: Gitleaks
  /[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/,
  // OpenShift: Gitleaks
  /sha256~[\w-]{43}(?![\w-])/,
  // Infracost: Gitleaks
  /ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  // ReadMe: Gitleaks
  /rdme_[a-z0-9]{70}/,
  // Vercel: GitHub partners
  /vc[pikar]_[A-Za-z0-9]{24,}/,

  // Messages and documents
  // Slack: https://docs.slack.dev/authentication/tokens/
  /xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}/,
  // Slack app: https://docs.slack.dev/authentication/tokens/
  /xapp-[A-Za-z0-9-]{20,}/,
  // Slack hook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/
  /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[\w/-]{16,}/,
  // Teams hook: Gitleaks
  /webhook\.office\.com\/webhookb2\/[\w@/-]{40,}/,
  // Discord hook: https://docs.discord.com/developers/resources/webhook
  /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,20}\/[\w-]{20,}/,
  // Discord bot: https://docs.discord.com/developers/reference#authentication
  /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/,
  // Twilio: https://www.twilio.com/docs/iam/api-keys
  /SK[0-9a-f]{32}(?![\w-])/,
  // SendGrid: https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
  /SG\.[\w-]{16,}\.[\w-]{16,}/,
  // Mailgun: Gitleaks
  /key-[0-9a-f]{32}(?![\w-])/,
  // Mailchimp: Gitleaks
  /[0-9a-f]{32}-us\d{1,2}(?![\w-])/,
  // Brevo: Gitleaks
  /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/,
  // Resend: https://resend.com/docs/api-reference/introduction
  /re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}/,
  // Notion: https://developers.notion.com/reference/authentication
  /ntn_[A-Za-z0-9]{30,}/,
  // Notion before 2024: https://developers.notion.com/reference/authentication
  /secret_[A-Za-z0-9]{43}(?![\w-])/,
  // Linear: Gitleaks
  /lin_(?:api|oauth)_[A-Za-z0-9]{30,}/,
  // Airtable: https://airtable.com/developers/web/api/authentication
  /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/,
  // Figma: GitHub partners
  /fig[doru]{1,2}_[\w-]{30,}/,
  // Dropbox: Gitleaks
  /sl\.(?:u\.)?[\w-]{60,}/,
  // Facebook page: Gitleaks
  /EAA[MC][A-Za-z0-9]{100,}/,
  // Frame.io: Gitleaks
  /fio-u-[\w=-]{64}/,
  // Yandex Cloud: Gitleaks
  /AQVN[\w-]{35,38}(?![\w-])/,
  // Adobe: Gitleaks
  /p8e-[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  // Typeform: Gitleaks
  /tfp_[\w.=-]{40,}/,
  // HubSpot: https://developers.hubspot.com/docs/apps/legacy-apps/authentication/intro-to-auth
  /pat-(?:na|eu|ap)\d-[0-9a-f-]{36}/,

  // Shops and payments
  // Stripe: https://docs.stripe.com/keys
  /[prs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}/,
  // Stripe and Svix hooks: https://docs.stripe.com/webhooks/signature
  /whsec_[A-Za-z0-9+/=]{24,}/,
  // Shopify: https://shopify.dev/docs/apps/build/authentication-authorization
  /shp(?:at|ca|pa|ss|ua|tka)_[0-9A-Fa-f]{32}/,
  // Shippo: Gitleaks
  /shippo_(?:live|test)_[0-9a-f]{40}/,
  // Duffel: Gitleaks
  /duffel_(?:test|live)_[\w=-]{43}/,
  // Flutterwave: Gitleaks
  /FLWSECK(?:_TEST)?-[0-9a-h]{12,32}(?:-X)?/,
  // Square, of a merchant: Gitleaks
  /EAAA[\w-]{60}(?![\w-])/,
  // Square: Gitleaks
  /sq0(?:atp|csp|idp)-[\w-]{22,}/,
  // EasyPost: Gitleaks
  /EZ[AT]K[A-Za-z0-9]{54}/,
  // Mapbox: https://docs.mapbox.com/accounts/guides/tokens/
  /sk\.eyJ[\w-]{20,}\.[\w-]{16,}/,

  // Of no one vendor
  // JSON Web Token: https://www.rfc-editor.org/rfc/rfc7519
  /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  // Bearer: https://www.rfc-editor.org/rfc/rfc6750#section-2.1
  /[Bb]earer[\s+]{1,8}(?=[^\s"']{0,200}\d)[A-Za-z0-9._~+/=-]{16,}/,
  // Basic: https://www.rfc-editor.org/rfc/rfc7617#section-2
  /[Bb]asic[\s+]{1,8}(?=[^\s"']{0,200}[\d=])[A-Za-z0-9+/]{10,}={0,2}/,
]

/**
 * Endings of keys without a recognizable beginning. The text before the ending identifies the vendor. It is
 * checked after the first character of the ending is found, which is faster.
 */
export const ENDINGS: readonly RegExp[] = [
  // AWS Bedrock, short-term, with a custom name:
  // https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html
  /api-key-(?<=-api-key-)[A-Za-z0-9+/=]{20,}/,
  // Azure client: Gitleaks
  /Q~(?<=[\w.~]{3}\dQ~)[\w.~-]{31,34}/,
  // Telegram: https://core.telegram.org/bots/api#authorizing-your-bot
  /:(?<=\d{8}:)[\w-]{35}(?![\w-])/,
  // Terraform Cloud: Gitleaks
  /\.atlasv1\.(?<=[A-Za-z0-9]{14}\.atlasv1\.)[\w=-]{60,}/,
]
