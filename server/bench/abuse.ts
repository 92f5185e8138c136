import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Attack, worstBodies } from './abuse-bodies.ts'
import { openBenchContext } from './context.ts'
import type { Manner, Section } from './section.ts'
import { table } from './section.ts'
import type { Stretches } from './stretches.ts'
import { type OpenServer, openServer } from './throughput.ts'

/** How long others wait while one client sends the worst bodies it can: the process has one thread for all of them. */
export const abuseSection: Section = {
  title: 'One client against all others',
  run: async (manner) => {
    const ctx = await openBenchContext()
    const server = await openServer(ctx, {})
    try {
      const quiet = await probeDuring(server, undefined, manner)
      const found: Row[] = [{ name: 'nobody', ...quiet }]
      for (const attack of worstBodies(ctx)) {
        manner.say(attack.name)
        found.push({ name: attack.name, ...(await probeDuring(server, attack, manner)) })
      }
      return reportOf(found)
    } finally {
      await server.helper.stop()
      await ctx.close()
    }
  },
}

type Probed = { rate: number; p50: number; p99: number; most: number; stretches: Stretches }
type Row = Probed & { name: string }

const connections = 4
const aimMs = 50

async function probeDuring(
  { url, helper }: OpenServer,
  attack: Attack | undefined,
  { durations }: Manner,
): Promise<Probed> {
  const abuser =
    attack && new Worker(new URL('./abuser.ts', import.meta.url), { workerData: { url, attack, connections } })
  await pause(durations.warmUpMs)
  const began = performance.now()
  await helper.ask('watch stretches')
  const waits = await probe(url, durations.ms)
  const stretches = await helper.ask<Stretches>('stretches')
  const seconds = (performance.now() - began) / 1000
  const sent = abuser ? await stop(abuser) : 0
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  return { rate: sent / (seconds + durations.warmUpMs / 1000), p50: at(0.5), p99: at(0.99), most: at(1), stretches }
}

async function stop(abuser: Worker): Promise<number> {
  const sent = new Promise<number>((resolve, reject) => abuser.once('message', resolve).once('error', reject))
  abuser.postMessage('stop')
  return sent
}

/** Asks `/health` on one connection, with pauses that no rhythm of the other client can hide in. */
async function probe(url: string, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    const began = performance.now()
    await new Promise<void>((resolve, reject) => {
      get(`${url}/health`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject)
    })
    waits.push(performance.now() - began)
    await pause(1 + (waits.length % 7))
  }
  agent.destroy()
  return waits
}

function reportOf(rows: readonly Row[]) {
  const worst = rows.toSorted((one, other) => other.p99 - one.p99)[0]!
  const longest = rows.toSorted((one, other) => other.stretches.most - one.stretches.most)[0]!
  const figures = rows.map(({ name, rate, p50, p99, most, stretches }) => [
    name,
    rate.toFixed(0),
    ...[p50, p99, most, stretches.p99, stretches.most].map((figure) => figure.toFixed(1)),
  ])
  const verdict = worst.p99 < aimMs ? 'reached' : 'missed'
  return {
    inShort: [
      `\`GET /health\` while one client sends the worst bodies it can: p99 at most ${worst.p99.toFixed(1)} ms (${worst.name}); aim: under ${aimMs} ms, ${verdict}`,
      `the only thread works for at most ${longest.stretches.most.toFixed(1)} ms of the processor without looking for anything else (${longest.name})`,
    ],
    text: [
      `One client with ${connections} connections sends the same body again and again; another asks \`/health\`. In milliseconds; a turn of the event loop in those of the processor, which other programs do not change.`,
      '',
      table(['what is sent', 'a second', 'p50', 'p99', 'most', 'turn p99', 'longest turn'], figures),
    ].join('\n'),
  }
}
