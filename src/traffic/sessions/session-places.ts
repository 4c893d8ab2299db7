import type { JsonValue } from '../../base/json/json-types.js'
import { isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'

/** The coding agents whose local sessions are found. */
export const storedAgents = [
  'claude-code',
  'codex',
  'opencode',
  'pi',
  'gemini-cli',
  'goose',
  'cline',
] as const

/** The id of an agent with local sessions. */
export type StoredAgent = (typeof storedAgents)[number]

/** The user's folders and variables that places depend on. */
export interface UserFolders {
  /** The home folder. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A file beside a session, which has the session's folder. */
export interface FolderFile {
  /** The path from the folder of the session's file. `ID` is the id of the session. */
  readonly path: string
  /** Returns the folder in the file's content, which is text if it is not JSON. */
  read(content: JsonValue, id: string): string | undefined
}

/** A folder in which an agent keeps sessions. */
export interface SessionPlace {
  readonly agent: StoredAgent
  readonly folder: string
  /** Matches the paths of sessions below the folder. The last group is the id, or its beginning. */
  readonly files: RegExp
  /** The form of the files. Default: each file is a session. */
  readonly form?: 'opencode-database' | 'opencode-folder' | 'goose-database'
  readonly folderFile?: FolderFile
}

/**
 * Returns the places of local sessions. Sources, in public code of the agents:
 * - Claude Code 2.1.330: `projects/<folder>/<id>.jsonl`. Files of subagents begin with `agent-`.
 * - Codex 0.169.0: openai/codex `codex-rs/rollout/src/recorder.rs`
 * - opencode 1.18.33: anomalyco/opencode `packages/opencode/src/storage/json-migration.ts` (both stores)
 * - pi 0.87.1: `core/session-manager.js` and `config.js` of `@earendil-works/pi-coding-agent`
 * - Gemini CLI 0.61.0: google-gemini/gemini-cli `packages/core/src/config/storage.ts`
 * - goose: block/goose `crates/goose/src/config/paths.rs` and `session/session_manager.rs`
 * - Cline: cline/cline `src/core/storage/disk.ts`, and `@cline/shared/storage` of its command line
 */
export function sessionPlaces({ home, env }: UserFolders): readonly SessionPlace[] {
  const data = env.XDG_DATA_HOME || `${home}/.local/share`
  return [
    ...claudeCodePlaces(home, env),
    {
      agent: 'codex',
      folder: `${env.CODEX_HOME || `${home}/.codex`}/sessions`,
      files: /^(?:\d+\/){3}rollout-.*?([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/,
    },
    {
      ...{ agent: 'opencode', folder: `${data}/opencode`, form: 'opencode-database' },
      files: /^(opencode(?:-[\w.-]+)?)\.db$/,
    },
    {
      ...{ agent: 'opencode', folder: `${data}/opencode/storage/session`, form: 'opencode-folder' },
      files: /^[^/]+\/(ses_\w+)\.json$/,
    },
    ...piPlaces(home, env),
    {
      ...{ agent: 'gemini-cli', folder: `${env.GEMINI_CLI_HOME || home}/.gemini/tmp` },
      files: /^[^/]+\/chats\/session-[^/]*-([0-9a-f]+)\.jsonl?$/,
      folderFile: { path: '../.project_root', read: (content) => stringOr(content, undefined) },
    },
    ...goosePlaces(data, env),
    ...clinePlaces(home, env),
  ]
}

type Variables = UserFolders['env']

function claudeCodePlaces(home: string, { CLAUDE_CONFIG_DIR: given }: Variables): SessionPlace[] {
  const folders = given ? given.split(',') : [`${home}/.claude`, `${home}/.config/claude`]
  return folders.map((folder) => ({
    agent: 'claude-code',
    folder: `${folder}/projects`,
    files: /^[^/]+\/(?!agent-)([^/]+)\.jsonl$/,
  }))
}

function piPlaces(home: string, env: Variables): SessionPlace[] {
  const own = env.PI_CODING_AGENT_SESSION_DIR
  const agent = env.PI_CODING_AGENT_DIR || `${home}/.pi/agent`
  const folders = [`${agent}/sessions`, ...(own ? [own] : [])]
  return folders.map((folder) => ({
    ...{ agent: 'pi', folder, files: /^(?:[^/]+\/)?[^/_]+_([\w-]+)\.jsonl$/ },
  }))
}

function goosePlaces(data: string, env: Variables): SessionPlace[] {
  const root = env.GOOSE_PATH_ROOT
  const application = root ? `${root}/data` : `${data}/goose`
  // Windows: the data folder of the package `etcetera`.
  const folders = [application, ...(env.APPDATA ? [`${env.APPDATA}/Block/goose/data`] : [])]
  return folders.flatMap((folder): SessionPlace[] => [
    {
      ...{ agent: 'goose', folder: `${folder}/sessions`, form: 'goose-database' },
      files: /^(sessions)\.db$/,
    },
    { agent: 'goose', folder: `${folder}/sessions`, files: /^([\w-]+)\.jsonl$/ },
  ])
}

/** The editors that have the extension, by the folder of their settings. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']
const EXTENSION = 'User/globalStorage/saoudrizwan.claude-dev'

function clinePlaces(home: string, env: Variables): SessionPlace[] {
  const data = env.CLINE_DATA_DIR || `${env.CLINE_DIR || `${home}/.cline`}/data`
  const settings = [
    env.XDG_CONFIG_HOME || `${home}/.config`,
    `${home}/Library/Application Support`,
    env.APPDATA,
  ]
  const editors = settings.flatMap((folder) => (folder ? EDITORS.map((editor) => `${folder}/${editor}`) : []))
  const tasks = [
    data,
    ...[...editors, `${home}/.vscode-server/data`].map((folder) => `${folder}/${EXTENSION}`),
  ]
  return [
    {
      ...{ agent: 'cline', folder: env.CLINE_SESSION_DATA_DIR || `${data}/sessions` },
      files: /^([^/]+)\/[^/]+\.messages\.json$/,
      folderFile: { path: 'ID.json', read: (content) => stringOr(objectIn(content).cwd, undefined) },
    },
    ...tasks.map(
      (folder): SessionPlace => ({
        ...{ agent: 'cline', folder: `${folder}/tasks` },
        files: /^([^/]+)\/api_conversation_history\.json$/,
        folderFile: { path: '../../state/taskHistory.json', read: folderOfTask },
      }),
    ),
  ]
}

function folderOfTask(content: JsonValue, id: string): string | undefined {
  const task = objectsIn(content).find((item) => item.id === id)
  return stringOr(task?.cwdOnTaskInitialization, undefined)
}

/** The id and the folder of a session that its own content names. */
export interface NamedFacts {
  readonly id?: string | undefined
  readonly folder?: string | undefined
}

/** Returns the facts in the first lines of a transcript, or in the members of a chat. */
export function namedFacts(values: readonly JsonValue[]): NamedFacts {
  let [id, folder]: (string | undefined)[] = []
  for (const value of values) {
    const line = objectIn(value)
    // Codex has the facts in the payload of a separate line.
    const meta = line.type === 'session_meta' && isObject(line.payload) ? line.payload : line
    const own = line.type === 'session' || line.type === 'session_meta' ? meta.id : line.sessionId
    id ??= stringOr(own, undefined)
    folder ??= stringOr(meta.cwd ?? meta.working_dir, undefined)
  }
  return { id, folder }
}
