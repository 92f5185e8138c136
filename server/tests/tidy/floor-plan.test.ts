import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { kernelMayUse } from '../../src/kernel-layers.ts'
import { mayUse } from '../../src/modules.ts'
import { badImports, neededBy, placeOf, read, sources, tracked, withoutImports } from './repository.ts'

const isModule = (place: string): place is keyof typeof mayUse => Object.hasOwn(mayUse, place)

test('modules import only the entry points that the floor plan allows, and each that it allows', () => {
  const used = new Set<string>()
  expect(
    badImports((file, to) => {
      const place = placeOf(file.path)
      const entry = /^#((?:core|acquiring|issuing)\/[a-z0-9-]+)(?:\/audit)?$/.exec(to)?.[1]
      if (!entry || place === 'above') return undefined
      used.add(`${place} uses ${entry}`)
      const allowed: readonly string[] = isModule(place) ? mayUse[place] : []
      return allowed.includes(entry) ? undefined : `src/modules.ts does not let ${place} use ${entry}`
    }),
  ).toEqual([])
  const allowed = Object.entries(mayUse).flatMap(([place, entries]) => entries.map((entry) => `${place} uses ${entry}`))
  expect(allowed.filter((use) => !used.has(use))).toEqual([])
})

test('the core knows neither half, and the halves do not know each other', () => {
  const illegal = Object.entries(mayUse).flatMap(([place, allowed]) =>
    allowed
      .filter((other) => {
        const [from, to] = [place.split('/')[0], other.split('/')[0]]
        return to !== 'core' && to !== from
      })
      .map((other) => `${place} uses ${other}`),
  )
  expect(illegal).toEqual([])
})

test('every module is on the floor plan, and the floor plan has no cycle', () => {
  const modules = new Set(sources.map((file) => placeOf(file.path)).filter((place) => /^(core|acq|iss)/.test(place)))
  expect([...modules].sort()).toEqual(Object.keys(mayUse).sort())
  const cyclesFrom = (module: keyof typeof mayUse, path: readonly string[]): string[] =>
    path.includes(module)
      ? [[...path, module].join(' -> ')]
      : mayUse[module].flatMap((next) => cyclesFrom(next, [...path, module]))
  expect(Object.keys(mayUse).flatMap((module) => cyclesFrom(module as keyof typeof mayUse, []))).toEqual([])
})

test('no two files need each other to be loaded: in one direction at least, only types are imported', () => {
  const needs = new Map(sources.map((file) => [file.path, neededBy(file)]))
  const done = new Set<string>()
  const circlesFrom = (path: string, way: readonly string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' -> ')]
    if (done.has(path)) return []
    const found = (needs.get(path) ?? []).flatMap((next) => circlesFrom(next, [...way, path]))
    done.add(path)
    return found
  }
  expect([...needs.values()].flat().length).toBeGreaterThan(sources.length)
  expect([...needs.keys()].flatMap((path) => circlesFrom(path, []))).toEqual([])
})

test('a relative import stays in its module', () => {
  expect(
    badImports((file, to) => {
      if (!to.startsWith('.')) return undefined
      const target = normalize(join(dirname(file.path), to))
      const [from, goal] = [placeOf(file.path), placeOf(target)]
      return from === goal ? undefined : `it leads from ${from} into ${goal}; import its entry point`
    }),
  ).toEqual([])
})

test('the kernel imports only its own lower layers; connectors and the database import only the kernel', () => {
  expect(
    badImports((file, to) => {
      const place = placeOf(file.path)
      if (!to.startsWith('#')) return undefined
      if (place === 'connectors' || place === 'database')
        return to.startsWith('#kernel/') || to.startsWith(`#${place}/`) ? undefined : `${place} is below that`
      if (!place.startsWith('kernel/')) return undefined
      const layer = place.slice('kernel/'.length) as keyof typeof kernelMayUse
      const target = /^#kernel\/([a-z]+)\//.exec(to)?.[1]
      const allowed: readonly string[] = kernelMayUse[layer] ?? []
      return target === layer || (target && allowed.includes(target)) ? undefined : `kernel/${layer} may not use it`
    }),
  ).toEqual([])
})

test('the demo store and the demo app use Florin from outside: of the program they import the kernel and how languages write', () => {
  expect(
    badImports((file, to) =>
      file.path.startsWith('server/src/demo/') && to.startsWith('#') && !/^#kernel\/|^#core\/i18n$/.test(to)
        ? 'stores and partners have no such module'
        : undefined,
    ),
  ).toEqual([])
})

test('only src/audit and audits import the audits of modules', () => {
  expect(
    badImports((file, to) =>
      to.endsWith('/audit') && !file.path.includes('/audit/') ? 'what is checked may not use its own check' : undefined,
    ),
  ).toEqual([])
})

test('files that decide import nothing that waits', () => {
  const pure = /-states\.ts$|\/wire\.ts$|\/recipes\.ts$|\/line\.ts$|\/pages\/[^/]+\.ts$|\/requests\/[^/]+\.ts$/
  expect(
    badImports((file, to) =>
      pure.test(file.path) && /store\.ts$|^pg$|^undici$|kernel\/http\/(?:outbound|client)\.ts$/.test(to)
        ? 'this file decides and does not ask'
        : undefined,
    ),
  ).toEqual([])
})

test('a module names only the tables of its own schema; its audit compares them with those of others', () => {
  const migrations = tracked.filter((path) => path.startsWith('server/migrations/')).map(read)
  const tables = migrations.flatMap(({ text }) =>
    [...text.matchAll(/create table ([a-z_]+\.[a-z_]+)/g)].map(([, table]) => table!),
  )
  const schemas = new Set(Object.keys(mayUse).map((place) => place.split('/')[1]!))
  const strays = sources
    // An audit compares what modules have written with each other.
    .filter((file) => isModule(placeOf(file.path)) && !file.path.includes('/audit/'))
    .flatMap((file) => {
      const own = placeOf(file.path).split('/')[1]!
      const others = tables.filter((table) => {
        const [schema] = table.split('.')
        return schemas.has(schema!) && schema !== own
      })
      const text = withoutImports(file)
      return others
        .filter((table) => new RegExp(`\\b${table.replace('.', '\\.')}\\b`).test(text))
        .map((table) => `${file.path} names ${table}`)
    })
  expect(strays).toEqual([])
})

test('the kernel knows no word of payments', () => {
  const domain =
    /\b(site|merchant|shopper|acquirer|checkout|refund|chargeback|subscription|iban|payment|issuing|cardholder)s?\b/i
  const strays = sources
    .filter((file) => placeOf(file.path).startsWith('kernel/'))
    .flatMap((file) => {
      const words = withoutImports(file)
        .split('\n')
        // `siteKey` and `issuing` are names in the operator's key file.
        .filter((line) =>
          domain.test(line.replaceAll(/\bsiteKey\b|'issuing'/g, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
        )
      return words.map((line) => `${file.path}: ${line.trim()}`)
    })
  expect(strays).toEqual([])
})
