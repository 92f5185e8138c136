import { basename } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { type File, sources } from './repository.ts'

test('every commit is named after the file of its use case, so that the logs of the database say who wrote', () => {
  const calls = sources.flatMap(commitsIn)
  const unnamed = calls.filter(({ file, name }) => name !== basename(file.path, '.ts'))

  expect(unnamed.map(({ file, line }) => `${file.path}:${line}`)).toEqual([])
  expect(calls.length).toBeGreaterThan(50)
})

type Call = { file: File; line: number; name: string | undefined }

/** The calls of `commit`, and in the directory of `carryOut`, which passes on the name that it is given. */
function commitsIn(file: File): Call[] {
  const called = file.path.includes('/core/directory/') ? ['commit', 'carryOut'] : ['commit']
  if (!called.some((name) => file.text.includes(`${name}(`))) return []
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
  const calls: Call[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && called.includes(node.expression.getText())) {
      const named = node.arguments[3]
      const passedOn = named?.getText() === 'useCase'
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
      if (!passedOn)
        calls.push({ file, line: line + 1, name: named && ts.isStringLiteral(named) ? named.text : undefined })
    }
    ts.forEachChild(node, walk)
  }
  walk(tree)
  return calls
}
