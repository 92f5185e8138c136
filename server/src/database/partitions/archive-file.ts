import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'

/** What a file of archived rows is, in a JSON file beside it. */
export type Manifest = {
  format: 1
  /** The file beside this one: a row of JSON on each line, compressed with gzip. */
  file: string
  table: string
  /** The name that the partition had. */
  partition: string
  /** The first moment of the partition, and the first one beyond it. */
  from: string
  to: string
  columns: readonly string[]
  rows: number
  /** Of the text before it is compressed. */
  sha256: string
  /** The numbers of its rows, as the chain of seals has recorded them. */
  ranges: readonly { from: string; through: string }[]
}

type Content = { rows: number; sha256: string }

const manifestOf = (file: string): string => file.replace(/\.ndjson\.gz$/, '.json')

/** Writes lines and their manifest into a folder. Either is there whole, or not at all. */
export async function writeArchive(
  folder: string,
  lines: AsyncIterable<string>,
  about: Omit<Manifest, 'format' | 'file' | 'rows' | 'sha256'>,
): Promise<Manifest> {
  const file = `${about.partition}.ndjson.gz`
  const path = join(folder, file)
  const counted = countLines(lines)
  const draft = `${path}.part`
  await pipeline(Readable.from(counted.lines), createGzip(), createWriteStream(draft, { mode: 0o600 }))
  await keep(draft, path)
  const manifest: Manifest = { format: 1, file, ...about, ...counted.content() }
  const manifestDraft = `${manifestOf(path)}.part`
  await writeFile(manifestDraft, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 })
  await keep(manifestDraft, manifestOf(path))
  return manifest
}

/** The manifest of a partition's file in a folder, once that was written whole. */
export const manifestIn = (folder: string, partition: string): Promise<Manifest | undefined> =>
  readFile(join(folder, `${partition}.json`), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )

/** The manifest of a file, which may be named by either of the two. Throws when the file is not what it says. */
export async function openArchive(path: string): Promise<{ manifest: Manifest; path: string }> {
  const place = path.endsWith('.json') ? path : manifestOf(path)
  if (place === path && !path.endsWith('.json'))
    throw new Error(`${path} is no file of archived rows, such as outbox.events_2026_01.ndjson.gz.`)
  const manifest = JSON.parse(await readFile(place, 'utf8')) as Manifest
  const file = join(dirname(place), basename(manifest.file))
  await expectWhole(file, manifest)
  return { manifest, path: file }
}

/** Throws when a file does not hold the rows of its manifest, byte by byte. */
export async function expectWhole(path: string, { rows, sha256 }: Content): Promise<void> {
  const found = await contentOf(linesOf(path))
  if (found.rows !== rows || found.sha256 !== sha256)
    throw new Error(
      `${path} is damaged: it has ${found.rows} rows with the SHA-256 ${found.sha256}, and should have ${rows} with ${sha256}.`,
    )
}

/** Node's own reader of lines ends them at other characters too, which may be in the text of a row. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = createGunzip().setEncoding('utf8')
  const reading = pipeline(file, text)
  // Its failure is that of the loop below.
  reading.catch(() => undefined)
  let rest = ''
  for await (const part of text) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  await reading
  if (rest !== '') yield rest
}

export async function contentOf(lines: AsyncIterable<string>): Promise<Content> {
  const counted = countLines(lines)
  for await (const _ of counted.lines);
  return counted.content()
}

/** Passes lines on, each with its end, and says in the end what went through. */
function countLines(lines: AsyncIterable<string>): { lines: AsyncIterable<string>; content(): Content } {
  const hash = createHash('sha256')
  let rows = 0
  async function* counted() {
    for await (const line of lines) {
      const text = `${line}\n`
      hash.update(text)
      rows++
      yield text
    }
  }
  return { lines: counted(), content: () => ({ rows, sha256: hash.digest('hex') }) }
}

/** On the disk, under its own name. */
async function keep(draft: string, path: string): Promise<void> {
  const file = await open(draft, 'r+')
  await file.sync().finally(() => file.close())
  await rename(draft, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

type Rows = { columns: readonly string[]; order: string }

/** The rows of a table as lines of JSON, always the same for the same rows, as of one moment. */
export async function* rowsAsLines(client: pg.Client, table: string, { columns, order }: Rows): AsyncGenerator<string> {
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(
      `declare archived no scroll cursor for
       select row_to_json(r)::text as line from (select ${columns.map(quoted).join(', ')} from ${table} order by ${order}) r`,
    )
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from archived`)
      for (const { line } of rows) yield line
      if (rows.length < rowsAtOnce) return
    }
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}
const rowsAtOnce = 2_000

/** Puts the rows of a file into an empty table. */
export async function fillFromFile(
  client: pg.Client,
  table: string,
  { path, columns }: { path: string; columns: readonly string[] },
): Promise<void> {
  const names = columns.map(quoted).join(', ')
  const put = (lines: readonly string[]) =>
    client.query(
      `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)`,
      [`[${lines.join(',')}]`],
    )
  let lines: string[] = []
  for await (const line of linesOf(path)) {
    lines.push(line)
    if (lines.length < rowsAtOnce) continue
    await put(lines)
    lines = []
  }
  if (lines.length > 0) await put(lines)
}

const quoted = (name: string): string => `"${name}"`

export async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}
