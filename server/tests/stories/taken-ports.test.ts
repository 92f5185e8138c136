import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'

async function takenPort(): Promise<number> {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(async () => {
    await new Promise((resolve) => other.close(resolve))
  })
  return (other.address() as AddressInfo).port
}

/** A folder that no start has touched: a database would be made below it. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-taken-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

test('a start whose port is taken changes nothing, and says how to choose another one', async () => {
  const [port, folder] = [await takenPort(), await emptyFolder()]
  const config = readConfig({ FLORIN_DATA: folder, FLORIN_PORT: String(port), FLORIN_HOST: '127.0.0.1' })
  await expect(startServer(config, silentLog)).rejects.toThrow(
    `Port ${port} is taken by another program. Choose another one: FLORIN_PORT=8090 npm start`,
  )
  expect(existsSync(folder)).toBe(false)
})

test('each port that is taken is named, that of a card network too', async () => {
  const [port, line, folder] = [await takenPort(), await takenPort(), await emptyFolder()]
  const config = readConfig({ FLORIN_DATA: folder, FLORIN_PORT: String(port), FLORIN_HOST: '127.0.0.1' })
  const [connection] = config.iso8583
  const start = startServer({ ...config, iso8583: [{ ...connection!, port: line }] }, silentLog)
  await expect(start).rejects.toThrow(
    new RegExp(`^Port ${port} is taken[^]*\nPort ${line} of the ISO 8583 connection [a-z]+ is taken[^]*no database`),
  )
  expect(existsSync(folder)).toBe(false)
})
