/** A request as a command of a shell. */
type CurlRequest = {
  method?: string | undefined
  url: string
  headers?: Readonly<Record<string, string>>
  /** One more header, in which the shell puts its variable: `authorization: Bearer $FLORIN_API_KEY`. */
  headerWithVariable?: string | undefined
  body?: string | undefined
}

/**
 * The command that sends these bytes from any POSIX shell, a part on each line. Nothing of a URL, a header or a body means
 * anything to the shell or to curl: quotes, newlines, `$`, `[1-9]` of a URL, a body that begins with `@`.
 */
export const curlText = ({ method, url, headers = {}, headerWithVariable, body }: CurlRequest): string =>
  [
    [
      'curl',
      ...(method === undefined ? [] : [`-X ${method}`]),
      ...(/[[\]{}]/.test(url) ? ['-g'] : []),
      quoted(url),
    ].join(' '),
    ...(headerWithVariable === undefined ? [] : [`-H "${headerWithVariable}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(headerText(name, value))}`),
    // Not `-d`, which reads a file where the body begins with @.
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')

/** A header without a value ends with a semicolon: with a colon curl would not send it. */
const headerText = (name: string, value: string): string => (value === '' ? `${name};` : `${name}: ${value}`)

/** In single quotes nothing has a meaning but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
