import { nextTurn } from '#kernel/base/next-turn.ts'
import { type Html, html } from '#kernel/http/html.ts'
import type { Heading } from './markdown.ts'
import { codeBlock, tabs } from './markdown.ts'
import { samplesOf } from './samples.ts'
import { type Schema, typeOf, valuesOf } from './schema-text.ts'

/** As much of an OpenAPI 3.1 document as a reader is shown. */
export type ApiDocument = {
  info: { title: string; description: string }
  servers: readonly { url: string }[]
  tags: readonly { name: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { securitySchemes: Readonly<Record<string, SecurityScheme>>; schemas: Readonly<Record<string, Schema>> }
  security?: readonly Readonly<Record<string, unknown>>[]
}
type SecurityScheme = { type: string; scheme?: string; in?: string; name?: string; description?: string }
type Field = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type Content = Readonly<Record<string, { schema?: Schema }>>
type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  description?: string
  security?: readonly Readonly<Record<string, unknown>>[]
  parameters: readonly Field[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { description?: string; content?: Content }>>
}
type Route = { method: string; path: string; operation: Operation }

/** What differs between references. */
export type ReferenceOptions = {
  /** The samples are in every language, and not in curl alone. */
  isInEveryLanguage: boolean
  /** Above the routes: how to call, in the words of the interface. */
  opening?: Html
  errors?: readonly KnownError[]
}
/** What a program may branch on, and what to do about it. */
export type KnownError = { code: number; reason: string; advice: string }

/**
 * The reference of an interface for people: each route with its fields, their types and literal values, and a sample. Each
 * route is written in a turn of its own, since all of them together would keep others waiting.
 */
export async function referenceBody(
  document: ApiDocument,
  options: ReferenceOptions,
): Promise<{ body: Html; headings: readonly Heading[] }> {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = Map.groupBy(routes, ({ operation }) => operation.tags[0] ?? 'Other')
  const { errors = [] } = options
  const headings = [
    ...[...groups].flatMap(([name, its]) => [
      { depth: 2, id: groupId(name), text: name },
      ...its.map(({ method, path, operation }) => ({ depth: 3, id: operation.operationId, text: `${method} ${path}` })),
    ]),
    ...(errors.length > 0 ? [{ depth: 2, id: 'errors', text: 'Errors' }] : []),
  ]
  const parts = new Map<Route, Html>()
  for (const route of routes) {
    await nextTurn()
    parts.set(route, routePart(document, route, options))
  }
  const { title, description } = document.info
  const body = html`<h1>${title}</h1><p>${description}</p>
<p>All addresses begin with <code>${document.servers[0]!.url}</code>.</p>${options.opening}
<nav class="routes" aria-label="Routes">${[...groups].map(([name, its]) => routeList(name, its))}${
    errors.length > 0 && html`<p><a href="#errors">Errors</a></p>`
  }</nav>
${[...groups].map(
  ([name, its]) => html`<h2 id="${groupId(name)}">${name}</h2>${its.map((route) => parts.get(route)!)}`,
)}${errors.length > 0 && errorPart(errors)}`
  return { body, headings }
}

const routeList = (
  name: string,
  routes: readonly Route[],
): Html => html`<div><p><a href="#${groupId(name)}">${name}</a></p>
<ul>${routes.map(
  ({ method, path, operation }) => html`<li><a href="#${operation.operationId}"><b>${method}</b> ${path}</a></li>`,
)}</ul></div>`

const errorPart = (errors: readonly KnownError[]): Html => html`<h2 id="errors">Errors</h2>
<p>Branch on <code>reason</code>, which is stable, or on <code>code</code>, as older clients do.</p>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Reason</th><th scope="col">What to do</th></tr></thead>
<tbody>${errors
  .toSorted((one, other) => one.code - other.code)
  .map(
    ({ code, reason, advice }) =>
      html`<tr><td>${code}</td><td><code>${reason}</code></td><td>${prose(advice)}</td></tr>`,
  )}</tbody></table></div>`

const groupId = (name: string): string => `group-${name.toLowerCase().replaceAll(/\W+/g, '-')}`

function routePart(document: ApiDocument, route: Route, { isInEveryLanguage }: ReferenceOptions): Html {
  const { method, path, operation } = route
  const { parameters, requestBody, responses } = operation
  const bodySchema = Object.values(requestBody?.content ?? {})[0]?.schema
  const fields = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const curl = curlOf(document, route)
  return html`<h3 id="${operation.operationId}">${method} <code>${path}</code></h3>
<p>${operation.summary}. ${operation.description && prose(operation.description)}</p>
${fieldTable('Path', fields('path'))}${fieldTable('Query', fields('query'))}${fieldTable('Header', fields('header'))}${fieldTable('Body', propertiesOf(bodySchema))}
${isInEveryLanguage ? tabs(samplesOf(curl), operation.operationId) : codeBlock(curl, 'sh')}
${Object.entries(responses)
  .filter(([status]) => /^2/.test(status))
  .map(
    ([status, { content = {} }]) =>
      html`<details><summary>Reply ${status}</summary>${Object.values(content)
        .slice(0, 1)
        .map(({ schema = {} }) => codeBlock(typeOf(schema, document.components.schemas), 'text'))}</details>`,
  )}`
}

/** What stands between backticks is code. */
const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`

const propertiesOf = (schema: Schema | undefined): Field[] =>
  Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: 'body',
    required: schema?.required?.includes(name) ?? false,
    ...(description !== undefined && { description }),
    schema: rest,
  }))

const fieldTable = (title: string, fields: readonly Field[]): Html => {
  if (fields.length === 0) return html``
  return html`<div class="wide" tabindex="0"><table><thead><tr><th scope="col">${title}</th><th scope="col">Type</th><th scope="col">What</th></tr></thead>
<tbody>${fields.map(
    ({ name, required, description, schema }) =>
      html`<tr><td><code>${name}</code>${required && html` <strong>required</strong>`}</td><td>${typeOf(schema)}</td><td>${
        description ?? schema.items?.description
      }${schema.default !== undefined && html` Default: <code>${String(schema.default)}</code>.`}</td></tr>`,
  )}</tbody></table></div>`
}

/** The shortest request that has every required field, with values that say what belongs there. */
function curlOf({ servers, components, security }: ApiDocument, { method, path, operation }: Route): string {
  const [scheme = ''] = Object.keys((operation.security ?? security)?.[0] ?? {})
  const known = components.securitySchemes[scheme]
  const name = variables[scheme] ?? 'TOKEN'
  const login = known?.in === 'header' ? `"${known.name}: $${name}"` : `"Authorization: Bearer $${name}"`
  const content = operation.requestBody?.content ?? {}
  const [type = '', { schema } = {}] = Object.entries(content)[0] ?? []
  const required = propertiesOf(schema).filter((field) => field.required)
  const values = required.map((field) => [field.name, sampleValue(field)] as const)
  const verb = method === 'GET' || (method === 'POST' && values.length > 0) ? '' : `-X ${method} `
  const lines = [`curl ${verb}${servers[0]!.url}${path.replaceAll(/\{(\w+)\}/g, '$1')} -H ${login}`]
  if (type.includes('form')) lines.push(...values.map(([name, value]) => `  -d ${name}=${value}`))
  else if (values.length > 0) lines.push(`  --json '${JSON.stringify(Object.fromEntries(values)).replaceAll("'", '')}'`)
  return lines.join(' \\\n')
}

/** Where the guides keep what proves who calls. */
const variables: Readonly<Record<string, string>> = {
  bearer: 'FLORIN_PRIVATE_KEY',
  StaffToken: 'FLORIN_STAFF_TOKEN',
  PartnerApiKey: 'PARTNER_API_KEY',
  PartnerId: 'PARTNER_ID',
  BearerAuth: 'CUSTOMER_TOKEN',
}

/** A literal value where there are some; else one of the type that says what belongs there. */
function sampleValue({ name, schema }: Field): unknown {
  const [value] = valuesOf(schema)
  if (schema.items) return value === undefined ? [] : [value]
  if (value !== undefined) return value
  const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)].flat()
  if (types.includes('integer') || types.includes('number')) return 1
  if (types.includes('boolean')) return true
  return types.includes('object') ? {} : name
}
