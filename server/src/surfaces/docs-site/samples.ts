import { type CurlRequest, commandsOf, curlRequest } from './curl.ts'

/** A request in one language; `language` is what a fenced block is called in it. */
export type Sample = { language: SampleLanguage; label: string; text: string }
export type SampleLanguage = 'sh' | 'js' | 'php' | 'python' | 'java'

/**
 * The same request in the other languages, with what each brings for HTTP. None for a block that is more than one
 * request, or does something with its reply, which only a shell says shortly.
 */
export function samplesOf(curl: string): Sample[] {
  const request = requestOf(curl)
  if (!request) return []
  return [
    { language: 'sh', label: 'curl', text: curl },
    { language: 'js', label: 'Node', text: nodeSample(request) },
    { language: 'php', label: 'PHP', text: phpSample(request) },
    { language: 'python', label: 'Python', text: pythonSample(request) },
    { language: 'java', label: 'Java', text: javaSample(request) },
  ]
}

type SampleRequest = Omit<CurlRequest, 'url'> & { address: string; form: [string, string][] | undefined }

function requestOf(curl: string): SampleRequest | undefined {
  const names = [...curl.matchAll(/\$(\w+)/g)].map(([, name]) => name!)
  const commands = commandsOf(curl, Object.fromEntries(names.map((name) => [name, marked(name)])))
  const [words = []] = commands
  const doesMore = words.some((word) => ['|', '>', '-o', '-F'].includes(word) || /^@|=@|…/.test(word))
  if (commands.length !== 1 || words[0] !== 'curl' || doesMore) return undefined
  const { url, headers, ...rest } = curlRequest(words)
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
  const form = isForm ? [...new URLSearchParams(rest.payload)] : undefined
  // Clients name the type of a form by themselves; the one that does not is written with it.
  if (isForm && !/^-H 'content-type/im.test(curl)) delete headers['content-type']
  return { ...rest, headers, address: url.href, form }
}

/** Stands for a variable of the shell until a language says how it reads one. */
const marked = (name: string): string => `xVARx${name}xENDx`
const mark = /(xVARx\w+?xENDx)/

type Writing = { quoted: (text: string) => string; variable: (name: string) => string; joined: string }

/** A text of a language: parts between quotation marks, and variables of the environment. */
const written = (text: string, { quoted, variable, joined }: Writing): string =>
  text
    .split(mark)
    .filter((part) => part !== '')
    .map((part) => (mark.test(part) ? variable(part.slice(5, -5)) : quoted(part)))
    .join(joined) || quoted('')

const single = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`
const headerName = (name: string): string => name.replaceAll(/(?:^|-)[a-z]/g, (part) => part.toUpperCase())
const lines = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join('\n')

function nodeSample({ method, address, headers, payload, form }: SampleRequest): string {
  const text = (value: string) =>
    written(value, { quoted: single, variable: (name) => `process.env.${name}`, joined: ' + ' })
  const fields = form?.map(([name, value]) => `    [${text(name)}, ${text(value)}],`) ?? []
  return lines(
    `const reply = await fetch(${text(address)}, {`,
    method !== 'GET' && `  method: '${method}',`,
    '  headers: {',
    ...Object.entries(headers).map(([name, value]) => `    ${single(headerName(name))}: ${text(value)},`),
    '  },',
    form !== undefined && lines('  body: new URLSearchParams([', ...fields, '  ]),'),
    form === undefined && payload !== '' && `  body: ${text(payload)},`,
    '})',
    'console.log(reply.status, await reply.text())',
  )
}

function phpSample({ method, address, headers, payload, form }: SampleRequest): string {
  const text = (value: string) =>
    written(value, { quoted: single, variable: (name) => `getenv('${name}')`, joined: ' . ' })
  const fields =
    form?.map(([name, value]) => `        ${text(`${encodeURIComponent(name)}=`)} . rawurlencode(${text(value)}),`) ??
    []
  // Many installations of PHP lack its extension for curl; streams are always there.
  const all = form ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers
  return lines(
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    "    'header' => [",
    ...Object.entries(all).map(([name, value]) => `        ${text(`${headerName(name)}: ${value}`)},`),
    '    ],',
    form !== undefined && lines("    'content' => implode('&', [", ...fields, '    ]),'),
    form === undefined && payload !== '' && `    'content' => ${text(payload)},`,
    "    'ignore_errors' => true, // a refusal has a body too",
    ']]);',
    `$reply = fopen(${text(address)}, 'r', false, $context);`,
    "[, $status] = explode(' ', stream_get_meta_data($reply)['wrapper_data'][0]);",
    "echo $status, ' ', stream_get_contents($reply), PHP_EOL;",
  )
}

function pythonSample({ method, address, headers, payload, form }: SampleRequest): string {
  const text = (value: string) =>
    written(value, { quoted: single, variable: (name) => `os.environ['${name}']`, joined: ' + ' })
  const fields = form?.map(([name, value]) => `        (${text(name)}, ${text(value)}),`) ?? []
  return lines(
    'import os',
    form !== undefined && 'import urllib.parse',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${text(address)},`,
    `    method='${method}',`,
    '    headers={',
    ...Object.entries(headers).map(([name, value]) => `        ${single(headerName(name))}: ${text(value)},`),
    '    },',
    form !== undefined && lines('    data=urllib.parse.urlencode([', ...fields, '    ]).encode(),'),
    form === undefined && payload !== '' && `    data=${text(payload)}.encode(),`,
    ')',
    'with urllib.request.urlopen(request) as reply:',
    '    print(reply.status, reply.read().decode())',
  )
}

function javaSample({ method, address, headers, payload, form }: SampleRequest): string {
  const text = (value: string) =>
    written(value, {
      quoted: (part) => JSON.stringify(part),
      variable: (name) => `System.getenv("${name}")`,
      joined: ' + ',
    })
  const fields = form?.map(([name, value]) => `            field(${text(name)}, ${text(value)})`).join(',\n')
  const body = form !== undefined ? 'body' : payload !== '' ? text(payload) : undefined
  const publisher = body ? `HttpRequest.BodyPublishers.ofString(${body})` : 'HttpRequest.BodyPublishers.noBody()'
  const all = form ? { ...headers, 'content-type': 'application/x-www-form-urlencoded' } : headers
  return lines(
    'import java.net.URI;',
    form !== undefined && 'import java.net.URLEncoder;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    form !== undefined && 'import java.nio.charset.StandardCharsets;',
    '',
    'public class Sample {',
    '    public static void main(String[] arguments) throws Exception {',
    form !== undefined && lines('        var body = String.join("&",', `${fields});`),
    `        var request = HttpRequest.newBuilder(URI.create(${text(address)}))`,
    ...Object.entries(all).map(([name, value]) => `            .header("${headerName(name)}", ${text(value)})`),
    `            .method("${method}", ${publisher})`,
    '            .build();',
    '        var reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(reply.statusCode() + " " + reply.body());',
    '    }',
    form !== undefined &&
      lines(
        '',
        '    static String field(String name, String value) {',
        '        return URLEncoder.encode(name, StandardCharsets.UTF_8) + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);',
        '    }',
      ),
    '}',
  )
}
