import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Attack } from './abuse-bodies.ts'

/** One client that sends the same body as often as it can, over a few connections, until it is stopped. */
const { url, attack, connections } = workerData as { url: string; attack: Attack; connections: number }
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const body = Buffer.from(attack.body)
let stopped = false
let sent = 0

const once = () =>
  new Promise<void>((resolve) => {
    const headers = { 'content-type': attack.type, 'content-length': body.length, ...attack.headers }
    const posting = request(`${url}${attack.path}`, { method: attack.method, headers, agent }, (response) => {
      response.resume().once('close', resolve)
    })
    // A refusal may close the connection while the body is still on its way.
    posting.once('error', () => resolve())
    posting.end(body)
  })

async function client(): Promise<void> {
  while (!stopped) {
    await once()
    sent++
  }
}

parentPort!.once('message', () => {
  stopped = true
})
await Promise.all(Array.from({ length: connections }, client))
agent.destroy()
parentPort!.postMessage(sent)
