import ts from 'typescript'
import { type File, sources } from './repository.ts'

/** A call that gives the name of its use case, for the logs of the database; or passes on the one of its caller. */
export type Call = { file: File; line: number; name: string | undefined; isPassedOn: boolean }

/** In the directory `carryOut` passes on the name that it is given. */
export const commits = callsOf(
  ({ path }, called) =>
    called === 'commit' || called === 'commitTogether' || (called === 'carryOut' && path.includes('/core/directory/')),
  ([, , , name]) => name,
)

/** `inTurn` locks the transactions of a payment. */
export const locks = callsOf(
  ({ path }, called) => called.endsWith('.locked') || (called === 'inTurn' && path.includes('/payments/')),
  ([, options]) => options && ts.isObjectLiteralExpression(options) && propertyOf(options, 'name'),
)

/** The calls of these functions, with the name that they give: a literal, or a constant of the file. */
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
        const text = name && (ts.isStringLiteral(name) ? name.text : constantIn(file, name))
        const isPassedOn =
          text === undefined && /^(?:useCase|name|options)$/.test((name ?? node.arguments[1])?.getText() ?? '')
        calls.push({ file, line: line + 1, name: text, isPassedOn })
      }
      ts.forEachChild(node, walk)
    }
    walk(tree)
    return calls
  })
}

/** The text of `const useCase = 'record-rows'`. */
function constantIn({ text }: File, name: ts.Node): string | undefined {
  return new RegExp(`^const ${name.getText()} = '([^']+)'$`, 'm').exec(text)?.[1]
}

/** `{ name: 'pay-out' }`, or `{ name }`. */
function propertyOf(object: ts.ObjectLiteralExpression, called: string): ts.Node | undefined {
  const property = object.properties.find((one) => one.name?.getText() === called)
  if (property && ts.isShorthandPropertyAssignment(property)) return property.name
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}
