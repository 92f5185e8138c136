import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { parse } from 'qs'
import { ApiError, invalid } from './errors.ts'
import type { Faults } from './faults.ts'
import type { Form } from './intents.ts'
import { type Route, routes } from './routes.ts'
import type { State } from './state.ts'

export type Seen = { method: string; path: string; body: string; key: string | undefined; version: string | undefined }
type Answer = { status: number; body: string; headers?: Record<string, string> }
type Kept = { what: string; at: number; answer: Answer | undefined }

const version = '2026-10-28.endive'
const keptSeconds = 24 * 3600

/** The HTTP side: keys of the account, idempotency, and what goes wrong. `seen` gets every request as it came. */
export async function serve(state: State, faults: Faults, seen: Seen[], pages: (path: string) => Answer | undefined) {
  const keys = new Map<string, Kept>()
  const server = createServer((request, response) => void handle(request, response))
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://emulator')
    const method = request.method ?? 'GET'
    const page = pathname.startsWith('/3ds/') ? pages(pathname) : undefined
    if (page) return send(response, page)
    const body = await readBody(request)
    const key = request.headers['idempotency-key']?.toString()
    seen.push({
      method,
      path: pathname,
      body: body || search,
      key,
      version: request.headers['stripe-version']?.toString(),
    })
    const name = `${method} ${pathname}`
    const fault = faults.of(name)
    if (fault === 'closeBefore') return void request.socket.destroy()
    if (fault === 'tooMany')
      return send(response, errorAnswer(new ApiError(429, { type: 'invalid_request_error', code: 'rate_limit' })))
    if (fault === 'locked')
      return send(response, errorAnswer(new ApiError(429, { type: 'invalid_request_error', code: 'lock_timeout' })))
    const run = async (): Promise<Answer> => {
      await faults.wait(name, 'before')
      const answer =
        fault === 'faultBefore' ? fault500 : carryOut(request, { method, pathname, text: body || search.slice(1) })
      await faults.wait(name, 'after')
      return fault === 'faultAfter' ? fault500 : answer
    }
    const answer =
      method === 'POST' && key
        ? await once(keys, { key, what: `${pathname} ${body}`, now: state.now() }, run)
        : await run()
    if (fault === 'closeAfter') return void request.socket.destroy()
    if (fault === 'hang') return
    send(response, fault === 'truncate' ? { ...answer, body: answer.body.slice(0, answer.body.length / 2) } : answer)
  }

  function carryOut(
    request: IncomingMessage,
    { method, pathname, text }: { method: string; pathname: string; text: string },
  ): Answer {
    try {
      if (request.headers.authorization !== `Bearer ${state.settings.secretKey}`)
        throw new ApiError(
          401,
          { type: 'invalid_request_error', message: 'Invalid API Key provided' },
          { isKept: false },
        )
      if (request.headers['stripe-version'] !== version) throw invalid('Stripe-Version', 'invalid_version')
      const route = routes.find((one) => one.method === method && matches(one.path, pathname))
      if (!route)
        throw new ApiError(
          404,
          { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${pathname})` },
          { isKept: false },
        )
      expectKnown(state, route, text)
      const form = parse(text, { depth: 8 }) as Form
      const expand = Object.values(form.expand ?? {}).map(String)
      return { status: 200, body: JSON.stringify(route.run({ state, id: pathname.split('/')[3] ?? '', form, expand })) }
    } catch (error) {
      if (error instanceof ApiError) return errorAnswer(error)
      throw error
    }
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { url, close }
}

/** The first request with a key is carried out, and answers every later one. */
async function once(
  keys: Map<string, Kept>,
  { key, what, now }: { key: string; what: string; now: number },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const known = keys.get(key)
  if (known && now - known.at < keptSeconds) {
    if (known.what !== what)
      return errorAnswer(
        new ApiError(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters' }),
      )
    if (!known.answer)
      return errorAnswer(new ApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }))
    return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
  }
  const kept: Kept = { what, at: now, answer: undefined }
  keys.set(key, kept)
  const answer = await run()
  if (answer.headers?.['x-unkept']) keys.delete(key)
  else kept.answer = answer
  return answer
}

const fault500: Answer = { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'Sorry!' } }) }

const errorAnswer = ({ status, error, isKept }: ApiError): Answer => ({
  status,
  body: JSON.stringify({ error }),
  ...(!isKept && { headers: { 'x-unkept': 'true' } }),
})

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_emulated', ...headers }).end(body)
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '[a-z]+_[A-Za-z0-9]+')}$`).test(path)

function expectKnown({ settings }: State, { takes }: Route, text: string): void {
  for (const name of new URLSearchParams(text).keys()) {
    const plain = name.replaceAll(/\[\d+\]/g, '[]')
    const isTaken = takes.some((one) => one === plain || (one.endsWith('[*]') && plain.startsWith(one.slice(0, -2))))
    const isGated =
      (plain.includes('mit_exemption') && !settings.mitExemption) ||
      (plain.includes('network_token]') && !settings.networkTokens)
    if (!isTaken || isGated) throw invalid(plain, 'parameter_unknown', `Received unknown parameter: ${plain}`)
  }
}

/** Of a form with files: its fields, and of each file its name and size. */
async function readBody(request: IncomingMessage): Promise<string> {
  const bytes = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return bytes.toString('utf8')
  const parts = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const fields = new URLSearchParams()
  for (const [name, value] of parts)
    if (typeof value === 'string') fields.set(name, value)
    else {
      fields.set(`${name}[name]`, value.name)
      fields.set(`${name}[size]`, String(value.size))
    }
  return fields.toString()
}
