import { globMatcher } from '../../base/model/glob.js'

/**
 * Variables that commands do not receive: variables by which programs load code or run other programs, and
 * secrets. They are removed from inherited variables, and an untrusted context cannot set them. `*` matches
 * any characters, `?` matches one. Upper and lower case are equal, as on Windows.
 */
export const ENV_BLOCKLIST: readonly string[] = [
  // Variables of the loader of Linux and macOS: man ld.so, man dyld
  'LD_*',
  'DYLD_*',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  // Variables of shells: startup code, word splitting and search paths
  'BASH_ENV',
  'BASH_FUNC_*',
  'BASHOPTS',
  'CDPATH',
  'ENV',
  'IFS',
  'PROMPT_COMMAND',
  'PS4',
  'SHELLOPTS',
  'ZDOTDIR',
  // Variables of language runtimes: options, and code that is loaded before the program
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_REPL_*',
  'NODE_TLS_*',
  'NPM_CONFIG_*',
  'BUN_OPTIONS',
  'ELECTRON_RUN_AS_NODE',
  'PYTHONBREAKPOINT',
  'PYTHONEXECUTABLE',
  'PYTHONHOME',
  'PYTHONINSPECT',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'PYTHONUSERBASE',
  'PYTHONWARNINGS',
  'PERL5*',
  'PERLLIB',
  'RUBYLIB',
  'RUBYOPT',
  'BUNDLE_GEMFILE',
  'JAVA_TOOL_OPTIONS',
  'JDK_*OPTIONS',
  '_JAVA_OPTIONS',
  'CLASSPATH',
  'MAVEN_OPTS',
  'GRADLE_OPTS',
  'COR_*',
  'CORECLR_*',
  'DOTNET_STARTUP_HOOKS',
  'DOTNET_ADDITIONAL_DEPS',
  'PHPRC',
  'PHP_INI_SCAN_DIR',
  'LUA_INIT*',
  'GOFLAGS',
  'RUSTC_*WRAPPER',
  'RUSTFLAGS',
  'MAKEFLAGS',
  'OPENSSL_*',
  'SSLKEYLOGFILE',
  // Names of programs that other programs run
  'BROWSER',
  'EDITOR',
  'GIT_ASKPASS',
  'GIT_CONFIG*',
  'GIT_*EDITOR',
  'GIT_EXEC_PATH',
  'GIT_EXTERNAL_DIFF',
  'GIT_*PAGER',
  'GIT_PROXY_COMMAND',
  'GIT_SSH*',
  'GIT_TEMPLATE_DIR',
  'LESSCLOSE',
  'LESSOPEN',
  '*PAGER',
  'SSH_ASKPASS*',
  'SUDO_ASKPASS',
  'VISUAL',
  // Variables with secrets
  '*API_KEY*',
  '*ACCESS_KEY*',
  '*CREDENTIAL*',
  '*PASSPHRASE*',
  '*PASSWD*',
  '*PASSWORD*',
  '*PRIVATE_KEY*',
  '*SECRET*',
  '*TOKEN',
  '*TOKENS',
  '*CONNECTION_STRING*',
  'DATABASE_URL',
  'SSH_AUTH_SOCK',
]

/**
 * Variables that commands need and therefore inherit. An untrusted context cannot set them, because they
 * determine the program that runs.
 */
export const ENV_LOCKED: readonly string[] = [
  'COMSPEC',
  'HOME',
  'PATH',
  'PATHEXT',
  'SHELL',
  'SYSTEMROOT',
  'USERPROFILE',
  'WINDIR',
  'XDG_CONFIG_*',
]

/** Returns a predicate for names that match one of the patterns. */
export function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const matchers = patterns.map((pattern) => globMatcher(pattern.toUpperCase()))
  return (name) => matchers.some((matches) => matches(name.toUpperCase()))
}
