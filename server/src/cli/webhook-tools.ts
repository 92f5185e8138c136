import { Command } from 'commander'
import { gradeReceiver } from '#issuing/webhooks'
import { openOutbound } from '#kernel/http/outbound.ts'
import { print, printOne, printProgress, table } from './printing.ts'
import { readWebhookKeys } from './webhook-keys.ts'
import { listenToEvents } from './webhook-listen.ts'

const keysOption = ['--keys <file>', 'a file with the keys as florin partner add printed them'] as const
const timeoutMs = 30_000

/** For developers of receivers: both need no database, only the keys of a partner. */
export const gradeCommand = (): Command =>
  new Command('grade')
    .argument('<url>')
    .description('send a receiver good, repeated and forged events, and say what it does wrong')
    .requiredOption(...keysOption)
    .action(async (url: string, { keys }: { keys: string }) => {
      const signingKeys = readWebhookKeys(keys).signingKeys
      const outbound = openOutbound({ allowPrivate: true, timeoutMs })
      const grades = await gradeReceiver(outbound, { url, signingKeys }).finally(() => outbound.close())
      const rows = grades.map(({ sent, answered, right }) => [right ? 'right' : 'WRONG', sent, answered])
      const wrong = grades.filter(({ right }) => !right)
      const text = [
        table(['', 'sent', 'answered'], rows),
        ...wrong.map(({ sent, advice }) => `\n${sent}:\n  ${advice}`),
        ...(signingKeys.length === 1 ? ['\nNot tried: a rotation. Put the second key into the file as well.'] : []),
      ].join('\n')
      print({ data: grades }, text)
      if (wrong.length > 0) process.exitCode = 1
    })

type ListenOptions = { to: string; api: string; keys: string; after?: string }

export const listenCommand = (): Command =>
  new Command('listen')
    .description('follow the events of a partner, and deliver each to a local address until stopped')
    .requiredOption('--to <url>', 'the address, such as http://localhost:3000/webhooks')
    .requiredOption(...keysOption)
    .option('--api <url>', 'where Florin is', 'http://127.0.0.1:8080')
    .option('--after <eventId>', 'begin after this event; default: with those made from now on')
    .action(async ({ to, api, keys, after }: ListenOptions) => {
      const { apiKey, signingKeys } = readWebhookKeys(keys)
      if (!apiKey) throw new Error(`There is no API key (fpk_…) in ${keys}.`)
      const stopping = new AbortController()
      process.once('SIGINT', () => stopping.abort())
      const outbound = openOutbound({ allowPrivate: true, timeoutMs })
      printProgress(`Events of ${api} go to ${to}. Stop with Ctrl-C.`)
      const headers = { 'x-partner-api-key': apiKey.reveal() }
      await listenToEvents({
        read: async (query) => (await fetch(new URL(`/v1/events?${query}`, api), { headers })).text(),
        outbound,
        to,
        signingKey: signingKeys[0]!.reveal(),
        after,
        everyMs: 1_000,
        signal: stopping.signal,
        say: (delivered, text) => printOne(delivered, text),
      }).finally(() => outbound.close())
    })
