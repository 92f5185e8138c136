import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import ts from 'typescript'
import { Refusal, type RefusalKind } from '#kernel/base/refusal.ts'
import { errorReplyOf } from '../../src/surfaces/merchant-api/envelope.ts'
import { numberOf } from '../../src/surfaces/merchant-api/error-numbers.ts'
import { readKept } from './recorder.ts'

/** The routes and refusals that the program declares, to be compared with what the tours reached. */

export type RouteName = { method: string; path: string }

/** Every route that is mounted. */
export const routesOf = (http: FastifyInstance): RouteName[] =>
  http.mountedRoutes.map(({ method, path }) => ({ method, path }))

/** The routes of these that are in none of these requests, each such as 'GET /order/1001?count=2'. */
export function unvisited(routes: readonly RouteName[], requests: readonly string[]): string[] {
  const byTheirNames = routes.toSorted((one, other) => vagueness(one) - vagueness(other))
  const visited = new Set(requests.map((line) => byTheirNames.find((route) => isAt(route, line))))
  return routes.filter((route) => !visited.has(route)).map(({ method, path }) => `${method} ${path}`)
}

/** Of several routes that fit, the one with fewer gaps is meant. */
const vagueness = ({ path }: RouteName): number => path.split(':').length + (path.includes('*') ? 100 : 0)

const isAt = ({ method, path }: RouteName, line: string): boolean => {
  const [sentMethod, address = ''] = line.split(/ (.*)/)
  const pattern = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')
  return sentMethod === method && new RegExp(`^${pattern}/?$`).test(address.replace(/\?.*/, ''))
}

export type Declared = { code: string; kind: RefusalKind; message: string }

/** What only partners, their customers and the staff can meet: stories reach it, and no tour of a store. */
const issuing =
  /^(?:issuing|core\/(?:access|partners|issuervault|rates)|surfaces\/(?:bare-json|issuing-api|network|staff-api))\//

/** Every refusal that the sources declare for stores and shoppers, or for the issuing half. */
export function declaredRefusals(half: 'acquiring' | 'issuing' = 'acquiring'): Declared[] {
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(?<!\.test)\.ts$/.test(path) && issuing.test(path) === (half === 'issuing'),
  )
  return sources.flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    return /\brefusals\(\{|new Refusal\(/.test(text) ? refusalsIn(path, text) : []
  })
}
const src = join(import.meta.dirname, '../../src')

function refusalsIn(path: string, text: string): Declared[] {
  const found: Declared[] = []
  const walk = (node: ts.Node): void => {
    const called = (ts.isCallExpression(node) || ts.isNewExpression(node)) && node.expression.getText(tree)
    const [first] = called ? ((node as ts.CallExpression).arguments ?? []) : []
    if (called === 'refusals' && first && ts.isObjectLiteralExpression(first)) {
      for (const row of first.properties) found.push(rowOf(row as ts.PropertyAssignment, tree))
    }
    if (called === 'Refusal' && first && ts.isStringLiteral(first)) {
      const [kind, code, message] = (node as ts.NewExpression).arguments!.map(textIn)
      found.push({ kind: kind as RefusalKind, code: code!, message: message! })
    }
    ts.forEachChild(node, walk)
  }
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  walk(tree)
  return found
}

function rowOf({ name, initializer }: ts.PropertyAssignment, tree: ts.SourceFile): Declared {
  const [kind, message] = (initializer as ts.ArrayLiteralExpression).elements.map(textIn)
  return { code: name.getText(tree), kind: kind as RefusalKind, message: message! }
}

const textIn = (node: ts.Expression): string => {
  if (ts.isStringLiteralLike(node)) return node.text
  throw new Error(`A refusal is declared by ${node.getText()}, which is not a text.`)
}

/** A line of the table of all refusals: what a client reads of each. */
export function refusalLine({ code, kind, message }: Declared): string {
  const { number, advice } = numberOf(code)
  const { status } = errorReplyOf(new Refusal(kind, code, message))
  return `${code}: ${status} ${kind}, number ${number}. ${message}${advice ? ` [${advice}]` : ''}`
}

/** Everything the tours have kept, each line once and as it is read by people. */
export function linesKept(): string[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt') && file !== 'refusals.txt')
  const text = files.map(readKept).join('\n').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('\\"', '"')
  return [...new Set(text.split('\n'))]
}

/** What stores were notified of on the tours, as `type status`. */
export function recordedNotifications(): Set<string> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'))
  const notified = /: notification \d+\n[\s\S]*?"transactionStatus": "([^"]+)"[\s\S]*?"transactionType": "([^"]+)"/g
  return new Set(
    files.flatMap((file) => [...readKept(file).matchAll(notified)].map(([, status, type]) => `${type} ${status}`)),
  )
}

/** The requests in the recordings, and in the table of wrong methods. */
export const requestsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const sent = line.replaceAll(/<[a-z ]+ \d+>/g, 'x')
    return /^(?:GET|POST|PUT|PATCH|DELETE) \/\S*/.exec(sent)?.[0] ?? []
  })

/** Whether a tour reached the refusal: by its sentence, or by its code where the sentence is made of placeholders. */
export function wasReached({ code, message }: Declared, lines: readonly string[]): boolean {
  const parts = message.split(/\{\w+\}/).filter((part) => part.trim().length > 1)
  if (parts.join('').length < 12) return lines.some((line) => new RegExp(`\\b${code}\\b`).test(line))
  return lines.some((line) => {
    let from = 0
    return parts.every((part) => {
      const at = line.indexOf(part, from)
      from = at + part.length
      return at >= 0
    })
  })
}
