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
