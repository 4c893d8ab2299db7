/**
 * The shapes of keys of known vendors. The maintained packages for this purpose are scanners, not lists:
 * their shapes are code that reads files one after the other and reports lines
 * (https://github.com/secretlint/secretlint). They cover few model vendors and have no time limit on hostile
 * text. This is therefore a separate list, with a source for each shape. `gitleaks:` names a rule of
 * https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml.
 *
 * Unbounded repetition is always written `{n,}`, so that the search can bound it. A digit is required where
 * ordinary words could match.
 */

/** The shape of the keys of a vendor. */
export interface SecretShape {
  /** The name that `scan` prints. */
  readonly rule: string
  /** A page about the shape, or `gitleaks:` and the id of a rule of gitleaks. */
  readonly source: string
  readonly expression: RegExp
}

/** Shapes that match only at the beginning of a word. */
export const SHAPES: readonly SecretShape[] = [
  // Models
  {
    rule: 'sk-key-with-vendor',
    source: 'gitleaks:openai-api-key',
    expression: /sk-(?:proj|svcacct|admin|None|ant|or|lf|helicone|live|test|api)-[\w-]{16,}/,
  },
  { rule: 'sk-key', source: 'https://api-docs.deepseek.com/', expression: /sk-(?=[\w-]{0,60}\d)[\w-]{16,}/ },
  {
    rule: 'openai-for-one-session',
    source: 'https://platform.openai.com/docs/guides/realtime',
    expression: /ek_(?=[\w-]{0,60}\d)[\w-]{20,}/,
  },
  {
    rule: 'langfuse',
    source: 'https://langfuse.com/faq/all/where-are-langfuse-api-keys',
    expression: /pk-lf-[\w-]{16,}/,
  },
  {
    rule: 'google',
    source: 'https://docs.cloud.google.com/docs/authentication/api-keys',
    expression: /AIza[\w-]{35}/,
  },
  {
    rule: 'google-bound-to-a-service-account',
    source: 'https://docs.cloud.google.com/docs/authentication/api-keys',
    expression: /AQ\.Ab[\w-]{30,}/,
  },
  {
    rule: 'google-oauth-access',
    source: 'https://developers.google.com/identity/protocols/oauth2',
    expression: /ya29\.[\w-]{20,}/,
  },
  {
    rule: 'google-oauth-client',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /GOCSPX-[\w-]{20,}/,
  },
  {
    rule: 'google-oauth-refresh',
    source: 'https://developers.google.com/identity/protocols/oauth2',
    expression: /1\/\/0[\w-]{30,}/,
  },
  { rule: 'groq', source: 'https://console.groq.com/docs/quickstart', expression: /gsk_[A-Za-z0-9]{20,}/ },
  { rule: 'xai', source: 'https://docs.x.ai/docs/tutorial', expression: /xai-[A-Za-z0-9]{20,}/ },
  {
    rule: 'cerebras',
    source: 'https://inference-docs.cerebras.ai/quickstart',
    expression: /csk-[A-Za-z0-9]{20,}/,
  },
  {
    rule: 'hugging-face',
    source: 'https://huggingface.co/docs/hub/security-tokens',
    expression: /hf_[A-Za-z0-9]{20,}/,
  },
  {
    rule: 'hugging-face-of-an-organization',
    source: 'gitleaks:huggingface-organization-api-token',
    expression: /api_org_[A-Za-z0-9]{30,}/,
  },
  {
    rule: 'perplexity',
    source: 'https://docs.perplexity.ai/getting-started/quickstart',
    expression: /pplx-[A-Za-z0-9]{20,}/,
  },
  {
    rule: 'fireworks',
    source: 'https://docs.fireworks.ai/getting-started/quickstart',
    expression: /fw_[A-Za-z0-9]{20,}/,
  },
  {
    rule: 'replicate',
    source: 'https://replicate.com/docs/topics/security/api-tokens',
    expression: /r8_[A-Za-z0-9]{20,}/,
  },
  {
    rule: 'nvidia',
    source: 'https://docs.api.nvidia.com/nim/reference/llm-apis',
    expression: /nvapi-[\w-]{20,}/,
  },
  { rule: 'together', source: 'https://docs.together.ai/docs/quickstart', expression: /tgp_v1_[\w-]{20,}/ },
  {
    rule: 'voyage',
    source: 'https://docs.voyageai.com/docs/api-key-and-installation',
    expression: /pa-[\w-]{40,}/,
  },
  { rule: 'jina', source: 'https://jina.ai/embeddings/', expression: /jina_[A-Za-z0-9]{20,}/ },
  {
    rule: 'tavily',
    source: 'https://docs.tavily.com/documentation/quickstart',
    expression: /tvly-(?=[\w-]{0,40}\d)[\w-]{16,}/,
  },
  { rule: 'firecrawl', source: 'https://docs.firecrawl.dev/introduction', expression: /fc-[0-9a-f]{32}/ },
  {
    rule: 'pinecone',
    source: 'https://docs.pinecone.io/guides/projects/manage-api-keys',
    expression: /pcsk_[A-Za-z0-9_]{30,}/,
  },
  {
    rule: 'langsmith',
    source: 'https://docs.langchain.com/langsmith/create-account-api-key',
    expression: /lsv2_[a-z]{2}_[A-Za-z0-9_]{20,}/,
  },
  {
    rule: 'elevenlabs',
    source: 'https://elevenlabs.io/docs/api-reference/authentication',
    expression: /sk_[0-9a-f]{32,}/,
  },
  {
    rule: 'vercel-ai-gateway-key',
    source: 'https://vercel.com/docs/ai-gateway/authentication',
    expression: /vck_[A-Za-z0-9]{24,}/,
  },
  // Azure OpenAI and other Azure AI services: 84 characters with a signature in the middle
  {
    rule: 'azure-openai',
    source: 'https://github.com/microsoft/security-utilities',
    expression: /[A-Za-z0-9]{52}JQQJ9[9D][A-Z][A-L][A-Za-z0-9]{24}(?![A-Za-z0-9])/,
  },
  { rule: 'e2b', source: 'https://e2b.dev/docs/api-key', expression: /e2b_[0-9a-f]{40}(?![A-Za-z0-9])/ },
  {
    rule: 'wandb',
    source: 'https://docs.wandb.ai/platform/hosting/iam/service-accounts',
    expression: /wandb_v1_\w{40,}/,
  },
  {
    rule: 'browserbase',
    source: 'https://docs.browserbase.com/introduction/getting-started',
    expression: /bb_(?:live|test)_[\w-]{20,}/,
  },
  {
    rule: 'modal',
    source: 'https://modal.com/docs/reference/modal.config',
    expression: /a[ks]-(?=[A-Za-z]{0,21}\d)(?=[a-z0-9]{0,21}[A-Z])[A-Za-z0-9]{22}(?![\w-])/,
  },
  {
    rule: 'runpod',
    source: 'https://docs.runpod.io/get-started/api-keys',
    expression: /rpa_[A-Za-z0-9]{30,}/,
  },
  {
    rule: 'llama-cloud',
    source: 'https://docs.cloud.llamaindex.ai/api_key',
    expression: /llx-[A-Za-z0-9]{30,}/,
  },
  { rule: 'daytona', source: 'https://www.daytona.io/docs/en/api-keys/', expression: /dtn_[0-9a-f]{40,}/ },

  // Clouds
  {
    rule: 'aws-access-key-id',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    expression: /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
  },
  {
    rule: 'aws-bedrock-long-term',
    source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html',
    expression: /ABSK[A-Za-z0-9+/]{80,}={0,2}/,
  },
  {
    rule: 'aws-bedrock-short-term',
    source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html',
    expression: /[a-z]{1,20}-api-key-[A-Za-z0-9+/=]{20,}/,
  },
  {
    rule: 'azure-storage-and-service-bus',
    source: 'https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string',
    expression: /(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}/,
  },
  {
    rule: 'alibaba-cloud',
    source: 'gitleaks:alibaba-access-key-id',
    expression: /LTAI[A-Za-z0-9]{16,26}(?![A-Za-z0-9])/,
  },
  {
    rule: 'tencent-cloud',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  },
  {
    rule: 'cloudflare-origin',
    source: 'gitleaks:cloudflare-origin-ca-key',
    expression: /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/,
  },
  {
    rule: 'digitalocean',
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
    expression: /do[opr]_v1_[0-9a-f]{40,}/,
  },
  { rule: 'fly', source: 'https://fly.io/docs/security/tokens/', expression: /fo1_[\w-]{30,}/ },
  {
    rule: 'fly-macaroon',
    source: 'https://fly.io/docs/security/tokens/',
    expression: /fm(?:1[ar]|2)_[A-Za-z0-9+/=_-]{40,}/,
  },
  { rule: 'heroku', source: 'gitleaks:heroku-api-key-v2', expression: /HRKU-[\w-]{30,}/ },
  {
    rule: 'netlify',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /nf[pckb]_[A-Za-z0-9]{30,}/,
  },
  {
    rule: 'databricks',
    source: 'https://docs.databricks.com/aws/en/dev-tools/auth/pat',
    expression: /dapi[0-9a-f]{32}/,
  },
  {
    rule: 'planetscale',
    source: 'https://planetscale.com/docs/api/reference/service-tokens',
    expression: /pscale_(?:tkn|oauth|pw)_[\w.=-]{30,}/,
  },
  {
    rule: 'supabase-of-a-person',
    source: 'https://supabase.com/docs/guides/platform/personal-access-tokens',
    expression: /sbp_[A-Za-z0-9_]{32,}/,
  },
  {
    rule: 'supabase',
    source: 'https://supabase.com/docs/guides/api/api-keys.md',
    expression: /sb_secret_[\w-]{16,}/,
  },
  { rule: 'neon', source: 'https://neon.com/docs/manage/api-keys', expression: /napi_[a-z0-9]{40,}/ },
  {
    rule: 'vault',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens',
    expression: /hv[sbr]\.[\w-]{20,}/,
  },
  {
    rule: 'vault-before-1-10',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens',
    expression: /s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.-])/,
  },
  {
    rule: 'doppler',
    source: 'https://docs.doppler.com/reference/auth-token-formats',
    expression: /dp\.(?:pt|st|sa|ct|scim|audit)\.(?:[\w-]{1,35}\.)?[A-Za-z0-9]{30,}/,
  },
  {
    rule: 'pulumi',
    source: 'https://www.pulumi.com/docs/administration/access-identity/access-tokens/',
    expression: /pul-[0-9a-f]{40}/,
  },
  {
    rule: '1password',
    source: 'https://developer.1password.com/docs/service-accounts/',
    expression: /ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3}/,
  },
  { rule: 'age', source: 'https://github.com/FiloSottile/age', expression: /AGE-SECRET-KEY-1[A-Z0-9]{50,}/ },
  {
    rule: 'tailscale',
    source: 'https://tailscale.com/kb/1277/key-prefixes',
    expression: /tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9-]{16,}/,
  },
  {
    rule: '1password-secret-key',
    source: 'gitleaks:1password-secret-key',
    expression: /A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}(?![A-Za-z0-9])/,
  },
  {
    rule: 'clickhouse',
    source: 'gitleaks:clickhouse-cloud-api-secret-key',
    expression: /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/,
  },
  { rule: 'scalingo', source: 'gitleaks:scalingo-api-token', expression: /tk-us-[\w-]{48}(?![\w-])/ },
  {
    rule: 'defined-networking',
    source: 'gitleaks:defined-networking-api-token',
    expression: /dnkey-[\w=-]{26}-[\w=-]{52}/,
  },
  {
    rule: 'yandex-iam',
    source: 'gitleaks:yandex-access-token',
    expression: /t1\.[\w-]{8,200}={0,2}\.[\w-]{86}/,
  },
  {
    rule: 'authress',
    source: 'gitleaks:authress-service-client-access-key',
    expression:
      /(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,}/,
  },

  // Code
  {
    rule: 'github',
    source:
      'https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/',
    expression: /gh[oprsu]_[A-Za-z0-9]{30,}/,
  },
  {
    rule: 'github-fine-grained',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /github_pat_[A-Za-z0-9_]{30,}/,
  },
  {
    rule: 'gitlab',
    source: 'https://docs.gitlab.com/security/tokens/',
    expression: /gl(?:pat|dt|ft|rt|rtr|cbt|ptt|imt|agent|oas|soat|ffct|wt)-[\w-]{20,}(?:\.\w{2}\.\w{9})?/,
  },
  {
    rule: 'bitbucket',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /ATBB[A-Za-z0-9]{28,}/,
  },
  {
    rule: 'atlassian',
    source:
      'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    expression: /AT[ACS]TT3[\w=-]{40,}/,
  },
  { rule: 'npm', source: 'https://docs.npmjs.com/about-access-tokens', expression: /npm_[A-Za-z0-9]{36,}/ },
  { rule: 'pypi', source: 'https://pypi.org/help/#apitoken', expression: /pypi-[\w-]{50,}/ },
  { rule: 'rubygems', source: 'gitleaks:rubygems-api-token', expression: /rubygems_[0-9a-f]{40,}/ },
  {
    rule: 'crates-io',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  },
  { rule: 'clojars', source: 'gitleaks:clojars-api-token', expression: /CLOJARS_[0-9a-z]{60}/ },
  {
    rule: 'docker',
    source: 'https://docs.docker.com/security/access-tokens/',
    expression: /dckr_(?:pat|oat)_[\w-]{20,}/,
  },
  {
    rule: 'jfrog',
    source: 'gitleaks:artifactory-api-key',
    expression: /(?:AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59})(?![A-Za-z0-9])/,
  },
  {
    rule: 'sentry',
    source: 'https://docs.sentry.io/account/auth-tokens/',
    expression: /sntry[su]_[A-Za-z0-9+/=_-]{40,}/,
  },
  {
    rule: 'grafana',
    source: 'https://grafana.com/docs/grafana/latest/administration/service-accounts/',
    expression: /gl(?:c|sa)_[A-Za-z0-9+/=_]{32,}/,
  },
  { rule: 'new-relic', source: 'gitleaks:new-relic-user-api-key', expression: /NR(?:AK|JS|II)-[\w-]{19,}/ },
  {
    rule: 'dynatrace',
    source:
      'https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens',
    expression: /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/,
  },
  {
    rule: 'sourcegraph',
    source: 'gitleaks:sourcegraph-access-token',
    expression: /sgp_(?:[A-Za-z0-9-]{0,20}_)?[0-9a-f]{40}/,
  },
  { rule: 'postman', source: 'gitleaks:postman-api-token', expression: /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/ },
  { rule: 'prefect', source: 'gitleaks:prefect-api-token', expression: /pn[bu]_[A-Za-z0-9]{36}/ },
  { rule: 'posthog', source: 'https://posthog.com/docs/api', expression: /ph[xr]_[A-Za-z0-9]{30,}/ },
  { rule: 'sonarqube', source: 'gitleaks:sonar-api-token', expression: /sq[pau]_[0-9a-f]{40}/ },
  { rule: 'nuget', source: 'gitleaks:nuget-config-password', expression: /oy2[a-z0-9]{43}(?![A-Za-z0-9])/ },
  {
    rule: 'octopus-deploy',
    source: 'gitleaks:octopus-deploy-api-key',
    expression: /API-[A-Z0-9]{26}(?![A-Za-z0-9])/,
  },
  {
    rule: 'harness',
    source: 'gitleaks:harness-api-key',
    expression: /[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}/,
  },
  { rule: 'openshift', source: 'gitleaks:openshift-user-token', expression: /sha256~[\w-]{43}(?![\w-])/ },
  {
    rule: 'infracost',
    source: 'gitleaks:infracost-api-token',
    expression: /ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  },
  { rule: 'readme', source: 'gitleaks:readme-api-token', expression: /rdme_[a-z0-9]{70}/ },
  {
    rule: 'vercel',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /vc[pikar]_[A-Za-z0-9]{24,}/,
  },
  { rule: 'gitlab-runner', source: 'gitleaks:gitlab-rrt', expression: /GR1348941[\w-]{20,}/ },
  {
    rule: 'gitlab-session',
    source: 'gitleaks:gitlab-session-cookie',
    expression: /_gitlab_session=[0-9a-z]{32}/,
  },
  {
    rule: 'grafana-api-key',
    source: 'gitleaks:grafana-api-key',
    expression: /eyJrIjoi[A-Za-z0-9]{60,}={0,3}/,
  },
  {
    rule: 'settlemint',
    source: 'gitleaks:settlemint-application-access-token',
    expression: /sm_[aps]at_[A-Za-z0-9]{16}/,
  },
  { rule: 'intra42', source: 'gitleaks:intra42-client-secret', expression: /s-s4t2(?:ud|af)-[0-9a-f]{64}/ },
  {
    rule: 'maxmind',
    source: 'gitleaks:maxmind-license-key',
    expression: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/,
  },

  // Messages and documents
  {
    rule: 'slack',
    source: 'https://docs.slack.dev/authentication/tokens/',
    expression: /xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}/,
  },
  {
    rule: 'slack-app',
    source: 'https://docs.slack.dev/authentication/tokens/',
    expression: /xapp-[A-Za-z0-9-]{20,}/,
  },
  {
    rule: 'slack-hook',
    source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/',
    expression: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[\w/-]{16,}/,
  },
  {
    rule: 'teams-hook',
    source: 'gitleaks:microsoft-teams-webhook',
    expression: /webhook\.office\.com\/webhookb2\/[\w@/-]{40,}/,
  },
  {
    rule: 'discord-hook',
    source: 'https://docs.discord.com/developers/resources/webhook',
    expression: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,20}\/[\w-]{20,}/,
  },
  {
    rule: 'discord-bot',
    source: 'https://docs.discord.com/developers/reference#authentication',
    expression: /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/,
  },
  {
    rule: 'twilio',
    source: 'https://www.twilio.com/docs/iam/api-keys',
    expression: /SK[0-9a-f]{32}(?![\w-])/,
  },
  {
    rule: 'sendgrid',
    source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    expression: /SG\.[\w-]{16,}\.[\w-]{16,}/,
  },
  { rule: 'mailgun', source: 'gitleaks:mailgun-private-api-token', expression: /key-[0-9a-f]{32}(?![\w-])/ },
  { rule: 'mailchimp', source: 'gitleaks:mailchimp-api-key', expression: /[0-9a-f]{32}-us\d{1,2}(?![\w-])/ },
  {
    rule: 'brevo',
    source: 'gitleaks:sendinblue-api-token',
    expression: /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/,
  },
  {
    rule: 'resend',
    source: 'https://resend.com/docs/api-reference/introduction',
    expression: /re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}/,
  },
  {
    rule: 'notion',
    source: 'https://developers.notion.com/reference/authentication',
    expression: /ntn_[A-Za-z0-9]{30,}/,
  },
  {
    rule: 'notion-before-2024',
    source: 'https://developers.notion.com/reference/authentication',
    expression: /secret_[A-Za-z0-9]{43}(?![\w-])/,
  },
  { rule: 'linear', source: 'gitleaks:linear-api-key', expression: /lin_(?:api|oauth)_[A-Za-z0-9]{30,}/ },
  {
    rule: 'airtable',
    source: 'https://airtable.com/developers/web/api/authentication',
    expression: /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/,
  },
  {
    rule: 'figma',
    source:
      'https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns',
    expression: /fig[doru]{1,2}_[\w-]{30,}/,
  },
  { rule: 'dropbox', source: 'gitleaks:dropbox-short-lived-api-token', expression: /sl\.(?:u\.)?[\w-]{60,}/ },
  {
    rule: 'facebook-page',
    source: 'gitleaks:facebook-page-access-token',
    expression: /EAA[MC][A-Za-z0-9]{100,}/,
  },
  { rule: 'frame-io', source: 'gitleaks:frameio-api-token', expression: /fio-u-[\w=-]{64}/ },
  { rule: 'yandex-cloud', source: 'gitleaks:yandex-api-key', expression: /AQVN[\w-]{35,38}(?![\w-])/ },
  { rule: 'adobe', source: 'gitleaks:adobe-client-secret', expression: /p8e-[A-Za-z0-9]{32}(?![A-Za-z0-9])/ },
  { rule: 'typeform', source: 'gitleaks:typeform-api-token', expression: /tfp_[\w.=-]{40,}/ },
  {
    rule: 'hubspot',
    source: 'https://developers.hubspot.com/docs/apps/legacy-apps/authentication/intro-to-auth',
    expression: /pat-(?:na|eu|ap)\d-[0-9a-f-]{36}/,
  },
  {
    rule: 'facebook-app',
    source: 'gitleaks:facebook-access-token',
    expression: /\d{15,16}\|[\w-]{27,40}(?![\w-])/,
  },

  // Shops and payments
  {
    rule: 'stripe',
    source: 'https://docs.stripe.com/keys',
    expression: /[prs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}/,
  },
  {
    rule: 'stripe-hook',
    source: 'https://docs.stripe.com/webhooks/signature',
    expression: /whsec_[A-Za-z0-9+/=]{24,}/,
  },
  {
    rule: 'shopify',
    source: 'https://shopify.dev/docs/apps/build/authentication-authorization',
    expression: /shp(?:at|ca|pa|ss|ua|tka)_[0-9A-Fa-f]{32}/,
  },
  { rule: 'shippo', source: 'gitleaks:shippo-api-token', expression: /shippo_(?:live|test)_[0-9a-f]{40}/ },
  { rule: 'duffel', source: 'gitleaks:duffel-api-token', expression: /duffel_(?:test|live)_[\w=-]{43}/ },
  {
    rule: 'flutterwave',
    source: 'gitleaks:flutterwave-secret-key',
    expression: /FLWSECK(?:_TEST)?-[0-9a-h]{12,32}(?:-X)?/,
  },
  {
    rule: 'square-of-a-merchant',
    source: 'gitleaks:square-access-token',
    expression: /EAAA[\w-]{60}(?![\w-])/,
  },
  { rule: 'square', source: 'gitleaks:square-access-token', expression: /sq0(?:atp|csp|idp)-[\w-]{22,}/ },
  { rule: 'easypost', source: 'gitleaks:easypost-api-token', expression: /EZ[AT]K[A-Za-z0-9]{54}/ },
  {
    rule: 'mapbox',
    source: 'https://docs.mapbox.com/accounts/guides/tokens/',
    expression: /sk\.eyJ[\w-]{20,}\.[\w-]{16,}/,
  },
  {
    rule: 'polar',
    source: 'https://polar.sh/docs/integrate/oat',
    expression: /polar_(?:oat|pat|whs|rft|at)_[\w-]{20,}/,
  },
  {
    rule: 'plaid',
    source: 'gitleaks:plaid-api-token',
    expression: /access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  },

  // Of no one vendor
  {
    rule: 'json-web-token',
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
    expression: /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  },
  {
    rule: 'bearer-token',
    source: 'https://www.rfc-editor.org/rfc/rfc6750#section-2.1',
    expression: /[Bb]earer[\s+]{1,8}(?=[^\s"']{0,200}\d)[A-Za-z0-9._~+/=-]{16,}/,
  },
  {
    rule: 'basic-credentials',
    source: 'https://www.rfc-editor.org/rfc/rfc7617#section-2',
    expression: /[Bb]asic[\s+]{1,8}(?=[^\s"']{0,200}[\d=])[A-Za-z0-9+/]{10,}={0,2}/,
  },
  {
    rule: 'paseto',
    source: 'https://github.com/paseto-standard/paseto-spec',
    expression: /v[1-4]\.(?:local|public)\.[\w-]{24,}(?:\.[\w-]{1,2000})?/,
  },
  {
    rule: 'json-web-token-in-base64',
    source: 'gitleaks:jwt-base64',
    expression: /ZXlK[A-Za-z0-9+/_-]{80,}={0,2}/,
  },
]

/**
 * Endings of keys without a recognizable beginning. The text before the ending identifies the vendor. It is
 * checked after the first character of the ending is found, which is faster.
 */
export const ENDINGS: readonly SecretShape[] = [
  {
    rule: 'aws-bedrock-short-term-named',
    source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html',
    expression: /api-key-(?<=-api-key-)[A-Za-z0-9+/=]{20,}/,
  },
  {
    rule: 'azure-client',
    source: 'gitleaks:azure-ad-client-secret',
    expression: /Q~(?<=[\w.~]{3}\dQ~)[\w.~-]{31,34}/,
  },
  {
    rule: 'telegram',
    source: 'https://core.telegram.org/bots/api#authorizing-your-bot',
    expression: /:(?<=\d{8}:)[\w-]{35}(?![\w-])/,
  },
  {
    rule: 'terraform-cloud',
    source: 'gitleaks:hashicorp-tf-api-token',
    expression: /\.atlasv1\.(?<=[A-Za-z0-9]{14}\.atlasv1\.)[\w=-]{60,}/,
  },
]
