import { readFileSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { CredentialField, Processor } from '#connectors/acquirer/processor.ts'
import { Secret } from '#kernel/base/secret.ts'
import { refuseOpenFile } from '#kernel/crypto/private-file.ts'
import { Mistyped } from './failure.ts'

export type FieldOptions = { set?: Readonly<Record<string, string>>; secrets?: string }

/** What a connection is given: what is shown in the command itself, what is secret in a file or at a prompt. */
export const withFields = (command: Command): Command =>
  command
    .option('--set <name=value>', 'a field that is no secret; may be repeated', pairOption)
    .option('--secrets <file>', 'the secret fields: lines of name=value, or JSON; - for the standard input')

function pairOption(text: string, earlier: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (!name) throw new Mistyped('--set is a field and its value, such as merchantAccount=BakeryEU.')
  return { ...earlier, [name]: value! }
}

/**
 * The fields of a command. Secrets are never read from what is typed, which every user of the machine sees: without a file
 * they are asked for, one by one, and are not shown.
 */
export async function readFieldsOf(
  { fields }: Pick<Processor, 'fields'>,
  { set = {}, secrets }: FieldOptions,
): Promise<Secret<Readonly<Record<string, string>>>> {
  const typed = fields.find(({ name, isSecret }) => isSecret && set[name] !== undefined)
  if (typed)
    throw new Mistyped(
      `${typed.name} is a secret, and is not typed with a command: others could see it. Use --secrets <file>, or - for the standard input.`,
    )
  const secret = secrets === undefined ? await askFor(fields) : readPairs(await secretText(secrets), secrets)
  return new Secret({ ...set, ...secret })
}

async function secretText(path: string): Promise<string> {
  if (path === '-') return textOf(process.stdin)
  refuseOpenFile({ path, mode: statSync(path).mode }, 'it has secrets in it')
  return readFileSync(path, 'utf8')
}

/** The lines of a file are not quoted in an error: they are secrets. */
function readPairs(text: string, path: string): Record<string, string> {
  const unreadable = (where: string) =>
    new Error(
      `${path === '-' ? 'The standard input' : path}: ${where} is no field. Write name=value, or one JSON object.`,
    )
  if (text.trimStart().startsWith('{')) {
    const read = jsonOf(text)
    if (!read || Object.values(read).some((value) => typeof value !== 'string')) throw unreadable('this JSON')
    return read as Record<string, string>
  }
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }))
  const pairs = lines
    .filter(({ line }) => line.trim() !== '' && !line.startsWith('#'))
    .map(({ line, number }) => {
      const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
      if (!name) throw unreadable(`line ${number}`)
      return [name, value!] as const
    })
  return Object.fromEntries(pairs)
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A program that runs the command has no prompt: what is missing is refused by its name. */
async function askFor(fields: readonly CredentialField[]): Promise<Record<string, string>> {
  if (!process.stdin.isTTY) return {}
  const given: Record<string, string> = {}
  for (const { name, help, isRequired } of fields.filter(({ isSecret }) => isSecret)) {
    process.stderr.write(`${help}\n${name}${isRequired ? '' : ' (optional)'}: `)
    const output = new Writable({ write: (_chunk, _encoding, done) => done() })
    const reader = createInterface({ input: process.stdin, output, terminal: true })
    given[name] = await reader.question('').finally(() => reader.close())
    process.stderr.write('\n')
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}
