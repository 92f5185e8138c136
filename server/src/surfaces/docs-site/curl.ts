/** Commands as the guides print them, read without a shell: for samples in other languages, and for the tests that run them. */

/** The commands of a block, each as its words; a backslash at the end of a line continues it. */
export const commandsOf = (text: string, environment: Readonly<Record<string, string>> = {}): string[][] =>
  text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => wordsOf(line, environment))
    .filter((words) => words.length > 0)

/** Words as a shell splits them: quotes of both kinds, `$NAME`, and a comment at the end. */
function wordsOf(line: string, environment: Readonly<Record<string, string>>): string[] {
  const words: string[] = []
  let rest = line.trim()
  while (rest !== '' && !rest.startsWith('#')) {
    const [whole] = /^(?:'[^']*'|"[^"]*"|[^\s'"])+/.exec(rest) ?? []
    if (whole === undefined) throw new Error(`A quotation mark is not closed: ${rest}`)
    words.push(
      whole.replaceAll(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, raw?: string, quoted?: string, bare?: string) => {
        return raw ?? withVariables(quoted ?? bare ?? '', environment)
      }),
    )
    rest = rest.slice(whole.length).trim()
  }
  return words
}

const withVariables = (text: string, environment: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$(\w+)/g, (_, name: string) => {
    if (environment[name] === undefined) throw new Error(`The page uses $${name}, which is not set.`)
    return environment[name]
  })

export type CurlRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers: Record<string, string>
  payload: string
}

/** The request that curl would send for these words; an option that is not known here is an error. */
export function curlRequest([, ...words]: readonly string[]): CurlRequest {
  const headers: Record<string, string> = {}
  const fields: string[] = []
  let json: string | undefined
  let method: string | undefined
  let address: string | undefined
  let isQuery = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === '-d') fields.push(words[++at]!)
    else if (word === '--json') json = words[++at]!
    else if (word === '-o') at++
    else if (word === '-g' || word === '-s') continue
    else if (word === '-G') isQuery = true
    else if (word === '-X') method = words[++at]!
    else if (word === '-H') {
      const [name, value] = words[++at]!.split(/: (.*)/)
      headers[name!.toLowerCase()] = value!
    } else if (word.startsWith('-') || address !== undefined) throw new Error(`curl does not know ${word} here.`)
    else address = word
  }
  if (isQuery) return { method: 'GET', url: new URL(`${address}?${fields.join('&')}`), headers, payload: '' }
  if (fields.length > 0 && headers['content-type'] === undefined)
    headers['content-type'] = 'application/x-www-form-urlencoded'
  if (json !== undefined) headers['content-type'] = 'application/json'
  const payload = json ?? fields.join('&')
  method ??= payload !== '' ? 'POST' : 'GET'
  return { method: method as CurlRequest['method'], url: new URL(address!), headers, payload }
}
