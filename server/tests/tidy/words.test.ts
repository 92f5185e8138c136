import ts from 'typescript'
import { expect, test } from 'vitest'
import { files } from './repository.ts'

/** Identifiers that mean nothing to somebody who knows payments, and the word the field uses instead. */
const retired: Readonly<Record<string, string>> = {
  house: 'ctx, or Context',
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
  whoever: 'the role: shopper, caller, another process',
}

/** `promiseRefund` has the words promise and refund. */
const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())

test('no identifier uses a word that the field does not know', () => {
  const found = files.flatMap(({ path, text }) => {
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
    const names = new Set<string>()
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) names.add(node.text)
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return [...names].flatMap((name) => {
      const word = [name, ...wordsOf(name)].find((part) => Object.hasOwn(retired, part))
      return word && !path.endsWith('words.test.ts') ? [`${path}: ${name}; say ${retired[word]}`] : []
    })
  })
  expect(found).toEqual([])
})
