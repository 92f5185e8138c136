import { messageVersions } from '#connectors/threeds/messages.ts'
import { MessageError, uuidForm } from './message-error.ts'

/** What an element must look like. Of those that are not here nothing is known, and they are ignored. */
export type Elements = Readonly<Record<string, { form: RegExp | 'boolean'; optional?: true }>>

export type ReadElements<E extends Elements> = {
  readonly [Name in keyof E]: (E[Name]['form'] extends 'boolean' ? boolean : string) | Missing<E[Name]>
}
type Missing<Element> = Element extends { optional: true } ? undefined : never

/**
 * Reads the elements of a message. Every rule is tried before the next: all that are missing, then all whose format is
 * wrong. An optional element that is empty or null is wrong: what has no value is left out (issuing standards 3.1).
 *
 * @throws `MessageError`
 */
export function readMessage<const E extends Elements>(unchecked: unknown, type: string, elements: E): ReadElements<E> {
  if (typeof unchecked !== 'object' || unchecked === null) throw new MessageError('101', 'JSON object')
  const sent = new Map<string, unknown>(Object.entries(unchecked))
  if (sent.get('messageType') !== type) throw new MessageError('101', `messageType is not ${type}`)
  const version = sent.get('messageVersion')
  if (version === undefined) throw new MessageError('201', 'messageVersion')
  if (!messageVersions.some((each) => each === version)) throw new MessageError('102', messageVersions.join(','))
  refuseCriticalExtensions(sent.get('messageExtension'))
  const named = Object.entries(elements)
  const missing = named.filter(([name, { optional }]) => !optional && isEmpty(sent.get(name)))
  if (missing.length > 0) throw new MessageError('201', missing.map(([name]) => name).join(','))
  const wrong = named.filter(([name, { form }]) => sent.has(name) && !fits(sent.get(name), form))
  if (wrong.length > 0) throw new MessageError('203', wrong.map(([name]) => name).join(','))
  return Object.fromEntries(named.map(([name]) => [name, sent.get(name)])) as ReadElements<E>
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const fits = (value: unknown, form: RegExp | 'boolean'): boolean =>
  form === 'boolean' ? typeof value === 'boolean' : typeof value === 'string' && form.test(value)

function refuseCriticalExtensions(extensions: unknown): void {
  if (extensions === undefined) return
  if (!Array.isArray(extensions)) throw new MessageError('203', 'messageExtension')
  const critical = extensions.filter(({ criticalityIndicator }) => criticalityIndicator === true)
  if (critical.length > 0) throw new MessageError('202', critical.map(({ id }) => String(id).slice(0, 64)).join(','))
}

export const uuid = { form: uuidForm }
export const upTo = (max: number) => ({ form: new RegExp(`^[^]{1,${max}}$`) })
export const optionally = <Form extends RegExp | 'boolean'>({ form }: { form: Form }) => ({
  form,
  optional: true as const,
})
