import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../../recordings/command-line.ts'
import type { Substitutions } from '../guide-shell.ts'
import { platform } from '../staff.ts'
import type { World } from '../world.ts'

/** What a page takes for granted, and what happens between its lines that no line says. */
export type Given = {
  substitutions?: Substitutions
  /** Before a line that begins so: time passes, or workers do what is due. */
  before?: Readonly<Record<string, () => Promise<unknown>>>
}

/** What is about things that this installation lacks and others have: it is refused, and says so. */
export type Refused = {
  page: string
  /** How the line begins. */
  line: string
  says: RegExp
  /** The test that does the same to something that is there. */
  triedBy: string
}

export type Reading = {
  world: World
  folder: string
  /** The texts of fenced blocks of the page in this language. */
  blocks(language: string): readonly string[]
  /** What was printed so far. */
  printed(): string
}

/** The first column of the first row of a query, as text, when a line needs it. */
export const found =
  ({ world }: Pick<Reading, 'world'>, query: string) =>
  async (): Promise<string> => {
    const [row] = await world.query(query)
    if (!row) throw new Error(`Nothing is found: ${query}`)
    return String(Object.values(row)[0])
  }

export const writesFile = ({ folder }: Pick<Reading, 'folder'>, name: string, content: string | Uint8Array) =>
  writeFile(join(folder, name), content, { mode: 0o600 })

const by = { actor: 'test', fromWhere: 'test' }

/** People of the operator whom pages name. */
export async function hires({ world }: Pick<Reading, 'world'>, ...names: readonly ('ana' | 'bob' | 'cora' | 'eve')[]) {
  const role = 'owner'
  for (const name of names)
    await world.app.staff.add({ by, scope: platform, email: `${name}@florin.example`, name, role })
}

/** Days pass by the clock of the installation, and workers do what falls due. */
export async function passes({ world }: Pick<Reading, 'world'>, days: number): Promise<void> {
  await types(`clock advance P${days}D`)
  await world.runUntilIdle()
}

/** What a reader has done before the page begins. */
export async function types(line: string): Promise<string> {
  const { printed, error } = await runCommand(line.split(' '))
  if (error) throw error
  return printed
}
