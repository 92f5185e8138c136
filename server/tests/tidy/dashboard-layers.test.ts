import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { type File, files, importsOf } from './repository.ts'

const root = 'dashboard/src/'
const dashboard = files.filter(({ path }) => path.startsWith(root) && !/\.test\.tsx?$/.test(path))

/** From what knows nothing to what knows all: a file imports those of its own place, and of places before it. */
const places = ['words', 'api', 'ui', 'parts', 'shell', 'pages', 'program'] as const
type Place = (typeof places)[number]

function placeOf(path: string): Place {
  const [first, ...rest] = path.slice(root.length).split('/')
  if (rest.length === 0) return ['main.tsx', 'router.tsx', 'session.tsx'].includes(first!) ? 'program' : 'words'
  if (first === 'i18n' || first === 'styles') return 'words'
  return first as Place
}

/** The shell draws the navigation that pages list, and begins with who is logged in. */
const allowed = /^shell\/.* (?:session\.tsx|pages\/(?:page\.ts|\w+\/nav\.ts|partner\/statuses\.ts))$/
const everywhere = /session\.tsx$/

const reached = ({ path }: File, to: string): string => normalize(join(dirname(path), to)).slice(root.length)

test('files of the dashboard import from below alone: words, api, ui, parts, shell, pages', () => {
  const wrong = dashboard.flatMap((file) =>
    importsOf(file)
      .filter((to) => to.startsWith('.'))
      .map((to) => reached(file, to))
      .filter((to) => places.indexOf(placeOf(root + to)) > places.indexOf(placeOf(file.path)))
      .map((to) => `${file.path.slice(root.length)} ${to}`)
      .filter((use) => !allowed.test(use) && !everywhere.test(use)),
  )
  expect(dashboard.length).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

/** What one area shows of another, each in a chunk that both load: approvals, KYC and a payment are the same page for all. */
const shared = ['operator/reviews', 'merchant/payments']

test('pages of merchants, partners and operators do not load those of the others', () => {
  const areaOf = (path: string) => /^pages\/(merchant|partner|operator|me)\//.exec(path)?.[1]
  const wrong = dashboard.flatMap((file) =>
    importsOf(file)
      .filter((to) => to.startsWith('.'))
      .map((to) => [areaOf(file.path.slice(root.length)), reached(file, to)] as const)
      .filter(([from, to]) => from !== undefined && areaOf(to) !== undefined && areaOf(to) !== from)
      .filter(([, to]) => !shared.some((one) => to.startsWith(`pages/${one}/`)))
      .map(([, to]) => `${file.path} imports ${to}`),
  )
  expect(wrong).toEqual([])
})

test('what people type is read by one kind of field, which lets no card number out', () => {
  const typing =
    /<(?:textarea|input)\b(?![^>]*type="(?:checkbox|radio|file)")|<(?:Input|TextArea|SearchField|TextField)\b/
  const readers = dashboard.filter(({ text }) => typing.test(text)).map(({ path }) => path.slice(root.length))
  expect(readers).toEqual(['ui/field.tsx'])
})
