import { ApiError, apiRoot } from './client.ts'

/** So much of an OpenAPI 3.1 document as the pages draw. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
export type Content = Readonly<Record<string, { schema: Schema }>>
export type ResponseAt = { $ref?: string; description?: string; content?: Content }
export type Operation = {
  operationId: string
  tags?: readonly string[]
  summary?: string
  description?: string
  security?: readonly Readonly<Record<string, unknown>>[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, ResponseAt>>
}
export type Document = {
  info: { title: string; description?: string }
  servers: readonly { url: string }[]
  security?: Operation['security']
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    securitySchemes: Readonly<Record<string, { type: string; scheme?: string; in?: string; name?: string }>>
    schemas: Readonly<Record<string, Schema>>
    responses: Readonly<Record<string, ResponseAt>>
  }
}

/** The document of an interface, which does not change while the server runs. */
export async function readReference(name: 'merchants' | 'partners', signal: AbortSignal): Promise<Document> {
  const response = await fetch(`${apiRoot}/reference/${name}`, { signal })
  if (!response.ok) throw new ApiError(response.status, {})
  return (await response.json()) as Document
}
