/** JSON on lines of its own, with every digit of its numbers; anything else as it is. */
export const readable = (text: string): string => (isJson(text) ? indented(text) : text)

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** From its own tokens: to parse and write it anew would make 9.90 a 9.9, and other numbers of long ids. */
function indented(text: string): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  let depth = 0
  const newLine = () => `\n${'  '.repeat(depth)}`
  return tokens
    .map((token, index) => {
      if (token === ':') return ': '
      if (token === ',') return `,${newLine()}`
      if (token === '{' || token === '[') {
        if (isEnd(tokens[index + 1])) return token
        depth++
        return `${token}${newLine()}`
      }
      if (!isEnd(token) || isBegin(tokens[index - 1])) return token
      depth--
      return `${newLine()}${token}`
    })
    .join('')
}

const isBegin = (token: string | undefined): boolean => token === '{' || token === '['
const isEnd = (token: string | undefined): boolean => token === '}' || token === ']'
