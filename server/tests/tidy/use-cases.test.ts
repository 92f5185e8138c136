import { basename } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { type File, sources } from './repository.ts'

test('every commit is named after the file of its use case, so that the logs of the database say who wrote', () => {
  expect(wronglyNamed(commits)).toEqual([])
  expect(commits.length).toBeGreaterThan(50)
})

test('every lock is named after the file of its use case, so that the logs of the database say who waited', () => {
  expect(wronglyNamed(locks)).toEqual([])
  expect(locks.length).toBeGreaterThan(10)
})

type Call = { file: File; line: number; name: string | undefined }

const wronglyNamed = (calls: readonly Call[]): string[] =>
  calls
    .filter(({ file, name }) => name !== basename(file.path, '.ts'))
    .map(({ file, line, name }) => `${file.path}:${line}: ${name ?? 'no name'}`)

/** In the directory `carryOut` passes on the name that it is given. */
const commits = callsOf(
  ({ path }, called) =>
    called === 'commit' || called === 'commitTogether' || (called === 'carryOut' && path.includes('/core/directory/')),
  ([, , , name]) => name,
)

/** `inTurn` locks the transactions of a payment. */
const locks = callsOf(
  ({ path }, called) => called.endsWith('.locked') || (called === 'inTurn' && path.includes('/payments/')),
  ([, options]) => options && ts.isObjectLiteralExpression(options) && propertyOf(options, 'name'),
)

/** The calls of these functions, with the name that they give; those that pass on the name of their caller are left out. */
function callsOf(
  isMeant: (file: File, called: string) => boolean,
  nameIn: (given: readonly ts.Node[]) => ts.Node | false | undefined,
): Call[] {
  return sources.flatMap((file) => {
    if (!/\b(?:commit|commitTogether|carryOut|inTurn|locked)\(/.test(file.text)) return []
    const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
    const calls: Call[] = []
    const walk = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isMeant(file, node.expression.getText())) {
        const name = nameIn(node.arguments) || undefined
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
        if (!name || !ts.isIdentifier(name) || !['useCase', 'name'].includes(name.text))
          calls.push({ file, line: line + 1, name: name && ts.isStringLiteral(name) ? name.text : undefined })
      }
      ts.forEachChild(node, walk)
    }
    walk(tree)
    return calls
  })
}

/** `{ name: 'pay-out' }`, or `{ name }`. */
function propertyOf(object: ts.ObjectLiteralExpression, called: string): ts.Node | undefined {
  const property = object.properties.find((one) => one.name?.getText() === called)
  if (property && ts.isShorthandPropertyAssignment(property)) return property.name
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}
