import type { Search } from './search.js'
import { isSecretName } from './secret-names.js'

/**
 * Ways in which commands, settings and markup name what stands beside. The value ends the match; `name` tells whether it is
 * secret, and where there is none it always is.
 */
interface Naming {
  readonly expression: RegExp
  readonly source: string
  /** Whether only a value that is no word counts. */
  readonly isProse?: true
}

const WORD = String.raw`[^\s"'${'`'}\\,;<>(){}[\]&|$*]{6,1000}`
/** What stands in quotes or between tags, but for templates (`${…}`, `{{…}}`, `%…%`). */
const QUOTED = String.raw`(?![$%{])[^\s"'<>\\]{4,1000}`

const NAMINGS: readonly Naming[] = [
  // --api-key X
  {
    expression: expression(
      String.raw`(?<![\w-])--?(?<name>[A-Za-z][\w-]{1,60})[ \t]{1,4}["']?(?<value>${WORD})`,
    ),
    source: 'https://www.gnu.org/software/libc/manual/html_node/Argument-Syntax.html',
    isProse: true,
  },
  // curl -u user:X
  {
    expression: expression(
      String.raw`\bcurl\b[^\n|;]{0,400}?\s(?:-u|-U|--user|--proxy-user)[ =]{0,4}["']?[^\s:"']{0,100}:(?<value>${WORD})`,
    ),
    source: 'https://curl.se/docs/manpage.html#-u',
  },
  // host:5432:database:user:X
  {
    expression: expression(
      String.raw`(?<=^|[\r\n])[\w.*-]{1,255}:(?:\d{4,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:(?<value>[^\s:]{6,200})(?=[\r\n]|$)`,
    ),
    source: 'https://www.postgresql.org/docs/current/libpq-pgpass.html',
  },
  // <password>X</password>
  {
    expression: expression(
      String.raw`<(?:[\w.-]{1,40}:)?(?<name>[A-Za-z][\w.-]{1,60})>(?<value>${QUOTED})(?=</)`,
    ),
    source: 'https://maven.apache.org/settings.html#servers',
  },
  // <add key="ApiKey" value="X"/>
  {
    expression: expression(
      String.raw`["'](?<name>[\w.:-]{2,100})["']\s{1,4}value\s?=\s?["'](?<value>${QUOTED})(?=["'])`,
    ),
    source: 'https://learn.microsoft.com/en-us/dotnet/framework/configure-apps/file-schema/appsettings/',
  },
  // define('DB_PASSWORD', 'X'), setenv("API_KEY", "X"), os.environ["API_KEY"] = "X"
  {
    expression: expression(
      String.raw`(?:define|setenv|putenv|environ|ENV)\s?[([]\s{0,4}["'](?<name>\w{2,100})["']\s{0,4}\]?\s{0,4}[,=]\s{0,4}["'](?<value>${QUOTED})(?=["'])`,
    ),
    source: 'https://developer.wordpress.org/advanced-administration/wordpress/wp-config/',
  },
  // variable "db_password" { default = "X" }
  {
    expression: expression(
      String.raw`\bvariable\s{1,4}"(?<name>[\w-]{2,100})"\s{0,4}\{[^{}]{0,500}?\bdefault\s{0,20}=\s{0,4}"(?<value>${QUOTED})(?=")`,
    ),
    source: 'https://developer.hashicorp.com/terraform/language/values/variables',
  },
  // set -x API_TOKEN X, setenv API_TOKEN X
  {
    expression: expression(
      String.raw`(?<![\w-])(?:set(?:[ \t]{1,4}--?[A-Za-z]{1,20}){1,4}|setenv)[ \t]{1,4}(?<name>[A-Za-z_]\w{1,100})[ \t]{1,4}["']?(?<value>${WORD})`,
    ),
    source: 'https://fishshell.com/docs/current/cmds/set.html',
  },
]

function expression(source: string): RegExp {
  return new RegExp(source, 'g')
}

/** Secrets that a command, a setting or an element of markup names. */
export function namedSecrets(
  text: string,
  { named }: Pick<Search, 'named'>,
  add: (start: number, end: number) => void,
): void {
  for (const { expression, isProse } of NAMINGS)
    for (const { 0: match, index, groups } of text.matchAll(expression)) {
      const { name, value = '' } = groups ?? {}
      if (name !== undefined && !isSecretName(name)) continue
      if (isProse && !(/\d/.test(value) && /[A-Za-z]/.test(value))) continue
      const end = index + match.length
      add(end - value.length, end)
      named.add(value)
    }
}
