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

/** Pages that say why something is off by what they know besides the state of a thing: a form, a list, a person, a task. */
const saysWhyNot: Readonly<Record<string, string>> = {
  'common/acting.tsx': 'it reads what the server says, and the permissions of the person',
  'common/personal-data.tsx': 'the reply says that the person is erased',
  'me/second-factors.tsx': 'the installation requires a factor',
  'merchant/disputes/detail.tsx': 'the reply lists the responses that are possible',
  'merchant/links/detail.tsx': 'the form makes no links of items',
  'merchant/payments/actions.tsx': 'the reply says of each action why not',
  'merchant/settings/site-keys.tsx': 'which key is the newest',
  'operator/books/older.tsx': 'where a list ends',
  'operator/books/verify.tsx': 'the task is under way',
  'operator/organizations/merchant-actions.tsx': 'the amounts of the balance',
  'operator/platform/again.tsx': 'the reply says of each row whether it can be done again',
  'operator/platform/keys.tsx': 'the task is under way',
  'partner/customers/detail.tsx': 'how many sessions are open',
  'partner/developers/keys.tsx': 'which key is the newest',
}
/** Pages that do something, and draw by a status what is no action. */
const drawsByStatus: Readonly<Record<string, string>> = {
  'common/team/list.tsx': 'the tone of an invitation',
  'merchant/customers/detail.tsx': 'the tone of a stored card',
  'merchant/orders/actions.tsx': 'what came of a bill',
  'merchant/payments/links.tsx': 'the address of a link that is closed is not copied',
}

test('what can be done with a thing is said by the server: no page that does something decides it from a status', () => {
  const pages = dashboard
    .filter(({ path }) => path.startsWith(`${root}pages/`))
    .map(({ path, text }) => ({ path: path.slice(`${root}pages/`.length), text }))
  const found = (is: RegExp) => pages.filter(({ text }) => is.test(text)).map(({ path }) => path)
  expect(found(/[{\s]whyNot: (?!string)/).toSorted()).toEqual(Object.keys(saysWhyNot).toSorted())
  const compares = /\b(?:status|state)\)? (?:===|!==) '(?!all)|\.includes\((?:\w+\.)?status\)|\bstatus\.startsWith\(/
  const acts = new Set(found(/\bapi\.(?:POST|PATCH|PUT|DELETE)\(|<ActionButton\b/))
  const deciding = found(compares).filter((path) => acts.has(path))
  expect(deciding.toSorted()).toEqual(Object.keys(drawsByStatus).toSorted())
})
