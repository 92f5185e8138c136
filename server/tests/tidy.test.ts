import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { mayUse } from '../src/modules.ts'

const root = join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

type File = { path: string; text: string }
const read = (path: string): File => ({ path, text: readFileSync(join(root, path), 'utf8') })
const files = tracked.filter((path) => /^(server|client|dashboard)\/.*\.tsx?$/.test(path)).map(read)
const isTest = ({ path }: File): boolean =>
  /\.test\.ts$|\/tests\/|\/bench\/|conformance\.ts$|-under-test\.ts$|test-request\.ts$/.test(path)
const sources = files.filter((file) => file.path.startsWith('server/src/') && !isTest(file))

/** Which room of the house a file is in: a module, the kernel, the connectors, the database, or the roof over them all. */
function moduleOf(path: string): string {
  const [, module] = /^server\/src\/modules\/([^/]+)\//.exec(path) ?? []
  if (module) return module
  return /^server\/src\/(kernel|connectors|database)\//.exec(path)?.[1] ?? 'roof'
}

const importsOf = ({ text }: File): string[] =>
  [
    ...text.matchAll(/(?:^|\n)(?:import|export)\b[^'"]*? from '([^']+)'|(?:^|\n)import '([^']+)'|import\('([^']+)'\)/g),
  ].map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!)

const trespasses = (say: (file: File, to: string) => string | undefined): string[] =>
  sources.flatMap((file) =>
    importsOf(file).flatMap((to) => {
      const trouble = say(file, to)
      return trouble ? [`${file.path} imports ${to}: ${trouble}`] : []
    }),
  )

describe('rooms and doors', () => {
  test('modules meet only at their front doors, in the direction of the floor plan', () => {
    expect(
      trespasses((file, to) => {
        const module = moduleOf(file.path)
        const entry = /^#(?!kernel\/|connectors\/|database\/)([a-z]+)$/.exec(to)?.[1]
        if (!entry || module === 'roof') return undefined
        const allowed: readonly string[] = Object.hasOwn(mayUse, module) ? mayUse[module as keyof typeof mayUse] : []
        return allowed.includes(entry) ? undefined : `src/modules.ts does not let ${module} use ${entry}`
      }),
    ).toEqual([])
  })

  test('every module is on the floor plan, and the floor plan has no circle', () => {
    const modules = new Set(
      sources.map((file) => /^server\/src\/modules\/([^/]+)\//.exec(file.path)?.[1]).filter(Boolean),
    )
    expect([...modules].sort()).toEqual(Object.keys(mayUse).sort())
    const visit = (module: keyof typeof mayUse, path: readonly string[]): string[] =>
      path.includes(module)
        ? [[...path, module].join(' -> ')]
        : mayUse[module].flatMap((next) => visit(next, [...path, module]))
    expect(Object.keys(mayUse).flatMap((module) => visit(module as keyof typeof mayUse, []))).toEqual([])
  })

  test('a relative import stays in its room', () => {
    expect(
      trespasses((file, to) => {
        if (!to.startsWith('.')) return undefined
        const target = normalize(join(dirname(file.path), to))
        const [from, goal] = [moduleOf(file.path), moduleOf(target)]
        return from === goal ? undefined : `it leads from ${from} into ${goal}; use its front door`
      }),
    ).toEqual([])
  })

  test('the kernel knows no domain, and connectors and the database know only the kernel', () => {
    expect(
      trespasses((file, to) => {
        const module = moduleOf(file.path)
        if (!['kernel', 'connectors', 'database'].includes(module) || !to.startsWith('#')) return undefined
        return to.startsWith('#kernel/') || to.startsWith(`#${module}/`) ? undefined : `${module} is below that`
      }),
    ).toEqual([])
  })

  test('pure files import nobody who waits', () => {
    const pure = /-states\.ts$|\/wire\.ts$|\/recipes\.ts$|\/line\.ts$|\/pages\/[^/]+\.ts$|\/requests\/[^/]+\.ts$/
    expect(
      trespasses((file, to) =>
        pure.test(file.path) && /store\.ts$|^pg$|^undici$|kernel\/http\.ts$/.test(to)
          ? 'this file decides and does not ask'
          : undefined,
      ),
    ).toEqual([])
  })

  test('a store names only the tables of its own module', () => {
    const migrations = tracked.filter((path) => path.startsWith('server/migrations/')).map(read)
    const tables = migrations.flatMap(({ text }) =>
      [...text.matchAll(/create table ([a-z_]+\.[a-z_]+)/g)].map(([, table]) => table!),
    )
    const strays = sources
      .filter((file) => /^server\/src\/modules\//.test(file.path))
      .flatMap((file) => {
        const others = tables.filter(
          (table) => Object.hasOwn(mayUse, table.split('.')[0]!) && !table.startsWith(`${moduleOf(file.path)}.`),
        )
        const text = withoutImports(file)
        return others
          .filter((table) => new RegExp(`\\b${table.replace('.', '\\.')}\\b`).test(text))
          .map((table) => `${file.path} names ${table}`)
      })
    expect(strays).toEqual([])
  })
})

const withoutImports = ({ text }: File): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|import [^;]*? from '[^']+'/g, '')

describe('each thing has its home', () => {
  test.each<[name: string, pattern: RegExp, homes: RegExp, advice: string]>([
    ['new Date', /new Date\(|Date\.now\(|Temporal\.Now/, /kernel\/clock\.ts$/, 'ask the clock'],
    ['process.env', /process\.env/, /kernel\/config\.ts$/, 'read it from the configuration'],
    // The demo store is a merchant's shop: it shows the numbers that a notification brings.
    ['parseFloat', /parseFloat|toFixed\(/, /surfaces\/demo\//, 'money is a bigint'],
    ['Number of minor units', /Number\([^()]*[mM]inor/, /^$/, 'money is a bigint and stays one'],
    ['Math.random', /Math\.random/, /^$/, 'use node:crypto'],
    [
      'an insert, update or delete',
      /\b(?:insert into|update|delete from) [a-z_]+\.[a-z_]+/,
      /kernel\/(?:statement|due-work|staging-clock|idempotency)\.ts$|sandbox\/database-record\.ts$|message\/mailbox\.ts$|database\/|(?:vault|webhooks)\/store\.ts$/,
      'describe it as a Write and commit it',
    ],
    [
      'reveal',
      /\.reveal\(\)/,
      /kernel\/secret\.ts$|app\.ts$|installation\.ts$|seed\.ts$|cli\/|modules\/vault\/|modules\/directory\/|requests\/checksum\.ts$|seal-payload\.ts$|authorize-payment\.ts$|connectors\/acquirer\/|connectors\/message\/smtp\.ts$|surfaces\/demo\/store-client\.ts$/,
      'a secret is opened only where it is used',
    ],
    ['console', /console\.(?:log|error|warn)/, /cli\//, 'write to the log'],
  ])('%s', (_name, pattern, homes, advice) => {
    const strays = sources
      .filter((file) => !homes.test(file.path) && pattern.test(withoutImports(file)))
      .map((file) => `${file.path}: ${advice}`)
    expect(strays).toEqual([])
  })
})

describe('sizes and leftovers', () => {
  test('no file is longer than a sitting: 300 lines', () => {
    const long = files
      .filter(({ text }) => text.split('\n').length > 301)
      .map(({ path, text }) => `${path}: ${text.split('\n').length}`)
    expect(long).toEqual([])
  })

  test('no function is longer than a screen: 70 lines', () => {
    const long: string[] = []
    for (const file of sources) {
      const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
      const walk = (node: ts.Node): void => {
        if (ts.isFunctionLike(node)) {
          const first = tree.getLineAndCharacterOfPosition(node.getStart()).line
          const last = tree.getLineAndCharacterOfPosition(node.end).line
          if (last - first > 70) long.push(`${file.path}:${first + 1} is ${last - first} lines`)
        }
        ts.forEachChild(node, walk)
      }
      walk(tree)
    }
    expect(long).toEqual([])
  })

  test('nothing is exported that nobody imports', () => {
    const everything = files.map((file) => file.text)
    const dead = sources.flatMap((file) => {
      const names = [...file.text.matchAll(/\nexport (?:async )?(?:const|function|class|type|interface) (\w+)/g)].map(
        ([, name]) => name!,
      )
      return names
        .filter((name) => {
          const word = new RegExp(`\\b${name}\\b`)
          const own = file.text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length
          return own < 2 && !everything.some((text) => text !== file.text && word.test(text))
        })
        .map((name) => `${file.path}: ${name}`)
    })
    expect(dead).toEqual([])
  })

  test('no test is skipped or runs alone, and every reminder has a name on it', () => {
    const strays = files
      .filter(({ path }) => !path.endsWith('tidy.test.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:it|test|describe)\.(?:skip|only|todo)\b|\bTODO(?!\()|\bFIXME\b/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      )
    expect(strays).toEqual([])
  })

  test('no file says where packages come from, or names a path of one machine', () => {
    const strays = tracked
      .filter((path) => !/\.(png|ico|woff2?)$/.test(path) && !path.endsWith('tidy.test.ts'))
      .map(read)
      .flatMap(({ path, text }) =>
        [...text.matchAll(/https?:\/\/registry\.|\/home\/[a-z]+\/|\/work\/(?:main|shared)|\.\.\/shared\//g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      )
    expect(strays).toEqual([])
  })
})

describe('documents', () => {
  const pages = tracked.filter((path) => path.endsWith('.md')).map(read)

  test('every link to a file leads somewhere', () => {
    const broken = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .filter(([, to]) => !existsSync(join(root, dirname(path), to!)))
        .map(([, to]) => `${path} -> ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('every page has one title', () => {
    const titles = pages.map(({ path, text }) => {
      const prose = text.replaceAll(/```[\s\S]*?```/g, '')
      return { path, count: prose.match(/^# /gm)?.length ?? 0 }
    })
    expect(titles.filter(({ count }) => count !== 1)).toEqual([])
  })
})
