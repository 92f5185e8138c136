import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** What the tidy tests read: every file that git knows or would add. */
export const root = join(import.meta.dirname, '../../..')

export const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

export type File = { path: string; text: string }
export const read = (path: string): File => ({ path, text: readFileSync(join(root, path), 'utf8') })

export const files = tracked.filter((path) => /^(server|client|dashboard)\/.*\.tsx?$/.test(path)).map(read)

/** What runs in browsers as it is written, and two tools. */
export const scripts = tracked.filter((path) => /^server\/.*\.js$/.test(path)).map(read)

const isTest = ({ path }: File): boolean =>
  /\.test\.ts$|\/tests\/|\/bench\/|conformance\.ts$|-under-test\.ts$|test-request\.ts$/.test(path)

/** The program itself, without its tests. */
export const sources = files.filter((file) => file.path.startsWith('server/src/') && !isTest(file))

export const withoutImports = ({ text }: File): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|import [^;]*? from '[^']+'/g, '')

/** `core/ledger`, `kernel/db`, `connectors`, `database`, or `above` for everything that stands over the modules. */
export function placeOf(path: string): string {
  const [, place] = /^server\/src\/((?:core|acquiring|issuing|kernel)\/[^/]+)\//.exec(path) ?? []
  if (place) return place
  return /^server\/src\/(connectors|database)\//.exec(path)?.[1] ?? 'above'
}

export const importsOf = ({ text }: File): string[] =>
  [
    ...text.matchAll(/(?:^|\n)(?:import|export)\b[^'"]*? from '([^']+)'|(?:^|\n)import '([^']+)'|import\('([^']+)'\)/g),
  ].map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!)

/** The files of the program that a file needs when it is loaded: those of which it imports more than types. */
export const neededBy = ({ path, text }: File): string[] =>
  [...text.matchAll(/(?:^|\n)(?:import|export) (?!type\b)(\{[^}]*\} |[^'"{]*?)from '([#.][^']+)'/g)]
    .filter(([, names]) => !/^\{(?:\s*type [\w ]+,?)+\s*\}/.test(names!))
    .map(([, , to]) =>
      to!.startsWith('.')
        ? normalize(join(dirname(path), to!))
        : `server/src/${to!.slice(1)}${to!.endsWith('.ts') ? '' : '/index.ts'}`,
    )

/** Every import for which `problemOf` has something to say. */
export const badImports = (problemOf: (file: File, to: string) => string | undefined): string[] =>
  sources.flatMap((file) =>
    importsOf(file).flatMap((to) => {
      const problem = problemOf(file, to)
      return problem ? [`${file.path} imports ${to}: ${problem}`] : []
    }),
  )
