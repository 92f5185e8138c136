import ts from 'typescript'
import { expect, test } from 'vitest'
import { type File, files, read, tracked } from './repository.ts'

/** Identifiers that mean nothing to somebody who knows payments, and the word the field uses instead. */
const retired: Readonly<Record<string, string>> = {
  wish: 'input',
  purse: 'lock',
  letter: 'email',
  letters: 'emails',
  paper: 'template context',
  fate: 'inquiry, outcome',
  chore: 'task',
  chores: 'tasks',
  ruler: 'row-count index',
  gather: 'load in batches',
  voice: 'i18n',
  undo: 'void, cancel, refund or reverse',
  till: 'fixture',
  cups: 'counters',
  dice: 'random',
  town: 'simulation',
  whatBecameOf: 'inquire',
  undoes: 'reverses',
  promised: 'pending',
  hear: 'receive, or apply',
  hears: 'receive, or apply',
  hearer: 'listener',
  hearers: 'listeners',
  news: 'events',
  roof: 'composition root',
  room: 'module',
  rooms: 'modules',
  door: 'entry point, or connection',
  doors: 'entry points, or connections',
  kin: 'shared connection',
  lend: 'share',
  lends: 'share',
  mend: 'restore, or repair',
  mends: 'restore, or repair',
  crowd: 'batch, or clients',
  crowds: 'batches, or clients',
  gathered: 'loaded',
  horizon: 'safe cursor',
  stretch: 'page range',
  sighting: 'snapshot',
  spoons: 'fixture tables',
  wander: 'navigate',
  wandering: 'navigation',
  despair: 'failure',
  despairs: 'failures',
  somebody: 'the role: shopper, caller, another process',
  everybody: 'the role: shopper, caller, another process',
  anybody: 'the role: shopper, caller, another process',
  nobody: 'public, none, or unknown',
  whoever: 'the role: shopper, caller, another process',
  house: 'ctx, or Context',
  houses: 'processes, or contexts',
  wished: 'sent, or input',
  told: 'notified, or reported',
  tells: 'reports, or returns',
  heard: 'received',
  hearing: 'receiving, or applying',
  said: 'input, response or result',
  untold: 'not notified',
}

/** Phrases that say less than the field's own, and what to write instead. */
const retiredPhrases: readonly [phrase: RegExp, instead: string][] = [
  [/\bgives? back\b|\bgiven back\b|\bgave back\b/i, 'refund, or return'],
  [/\btaken back\b|\btakes? back\b|\btook back\b/i, 'reverse, refund or charge back'],
  [/\blet(s|ting)? go of\b/i, 'void, or release'],
  [/\bgo(es)? on with\b/i, 'continue, or resolve'],
  [/\bbecame of\b|\bbecomes of it\b|\bcomes of it\b/i, 'the result'],
  [/\b(is|are|was|were|be) told\b|\bunless told\b|\buntold\b/i, 'notified, or the default'],
  [/\bhears? of\b|\bhears? that\b|\bheard of\b|\bnever heard\b/i, 'notified, received, or not found'],
  [/\bwhoever\b/i, 'the role: shopper, caller, operator'],
  [/\bnobody (will|can|has|knows|is)\b/i, 'the passive: it is not known, it cannot be read'],
  [/\bby hand of\b|\bas it stands\b|\bmakes? of it\b/i, 'plain words'],
  [/\bin words for\b|\bword for word\b/i, 'as text for, unchanged'],
  [/\bsays no\b|\bsays yes\b/i, 'declines, approves'],
  [/\bthe house\b/i, 'Florin, the installation, or the context'],
  [/\b(the|an|its) ask\b/i, 'request'],
  [/\/\*\* Gives?\b/, 'returns'],
  [/\bmends?\b|\bmended\b/i, 'correct, repair or restore'],
]

/** `promiseRefund` has the words promise and refund. Most names are in many files. */
const retiredIn = memoized((name: string): string | undefined => {
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
  return [name, ...words].find((word) => Object.hasOwn(retired, word))
})

function memoized<T>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => known.getOrInsertComputed(name, of)
}

function identifiersIn({ path, text }: File): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false))
  return names
}

test('no identifier uses a word that the field does not know', () => {
  const found = files
    .filter(({ path }) => !path.endsWith('words.test.ts'))
    // Whether a word is in a name or in a text, only the parser knows; most files have it in neither.
    .filter(({ text }) => text.match(/[\p{ID_Continue}$]+/gu)?.some(retiredIn))
    .flatMap((file) =>
      [...identifiersIn(file)].flatMap((name) => {
        const word = retiredIn(name)
        return word ? [`${file.path}: ${name}; say ${retired[word]}`] : []
      }),
    )
  expect(found).toEqual([])
})

/** Sources and documents. The changelog names old texts, and the style guide quotes what not to write. */
const written = tracked
  .filter((path) =>
    /^(server\/(src|tests|bench|drills|loop|tools)|client|dashboard|docs)\/.*\.(ts|tsx|js|md)$|^[A-Z]+\.md$/.test(path),
  )
  .filter(
    (path) =>
      !/words\.test\.ts$|^CHANGELOG\.md$|^STYLE\.md$|^server\/bench\/results\/|\/languages\/(?!en\.ts)/.test(path),
  )

/** A phrase may be broken by the end of a line, and by the star of a comment. */
const flat = (text: string): string => text.replaceAll(/\n\s*(?:\*(?!\/)|\/\/|>)?\s*/g, ' ')

test('comments, texts, test titles and documents use the field’s phrases', () => {
  const found = written.flatMap((path) => {
    const text = flat(read(path).text)
    return retiredPhrases.flatMap(([phrase, instead]) => {
      const at = text.search(phrase)
      return at < 0 ? [] : [`${path}: … ${text.slice(Math.max(0, at - 30), at + 40)} …; say ${instead}`]
    })
  })
  expect(found).toEqual([])
})
