import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { files, read, scripts, sources, tracked } from './repository.ts'

/** The function around a script of a page, which is called at once: its scope is what a module's would be. */
const isWholeScript = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node.parent) &&
  ts.isCallExpression(node.parent.parent) &&
  ts.isExpressionStatement(node.parent.parent.parent) &&
  ts.isSourceFile(node.parent.parent.parent.parent)

describe('sizes and leftovers', () => {
  test('no file is longer than a sitting: 300 lines', () => {
    const long = [...files, ...scripts]
      .filter(({ text }) => text.split('\n').length > 301)
      .map(({ path, text }) => `${path}: ${text.split('\n').length}`)
    expect(long).toEqual([])
  })

  test('no function is longer than a screen: 70 lines', () => {
    const long: string[] = []
    for (const file of [...sources, ...scripts].filter(({ text }) => text.split('\n').length > 70)) {
      const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
      const walk = (node: ts.Node): void => {
        if (ts.isFunctionLike(node) && !isWholeScript(node)) {
          const first = tree.getLineAndCharacterOfPosition(node.getStart()).line
          const last = tree.getLineAndCharacterOfPosition(node.end).line
          if (last - first > 70) long.push(`${file.path}:${first + 1} is ${last - first} lines`)
        }
        ts.forEachChild(node, walk)
      }
      walk(tree)
    }
    expect(long).toEqual([])
  })

  test('nothing is exported without an importer', () => {
    const filesWith = new Map<string, number>()
    for (const { text } of files)
      for (const word of new Set(text.match(/\w+/g))) filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
    const dead = sources.flatMap((file) => {
      const names = [...file.text.matchAll(/\nexport (?:async )?(?:const|function|class|type|interface) (\w+)/g)].map(
        ([, name]) => name!,
      )
      return names
        .filter((name) => {
          const isAlone = filesWith.get(name) === 1
          return isAlone && file.text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length < 2
        })
        .map((name) => `${file.path}: ${name}`)
    })
    expect(dead).toEqual([])
  })

  test('no test is skipped or runs alone, and every reminder has a name on it', () => {
    const strays = files
      .filter(({ path }) => !path.includes('/tests/tidy/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:it|test|describe)\.(?:skip|only|todo)\b|\bTODO(?!\()|\bFIXME\b/g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      )
    expect(strays).toEqual([])
  })

  test('no file says where packages come from, or names a path of one machine', () => {
    const strays = tracked
      .filter((path) => !/\.(png|ico|woff2?)$/.test(path) && !path.includes('/tests/tidy/'))
      .map(read)
      .flatMap(({ path, text }) =>
        [...text.matchAll(/https?:\/\/registry\.|\/home\/[a-z]+\/|\/work\/(?:main|shared)|\.\.\/shared\//g)].map(
          ([found]) => `${path}: ${found}`,
        ),
      )
    expect(strays).toEqual([])
  })
})
