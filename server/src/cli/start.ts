import { flushCompileCache } from 'node:module'
import { Command } from 'commander'
import { fallbackCard, testCards } from '#connectors/acquirer/sandbox/index.ts'
import { displayPrivateKey, publicKey } from '#core/directory'
import { openLog } from '#kernel/telemetry/log.ts'
import { stagingConnection } from '../app/card-network.ts'
import { type Config, readConfig } from '../app/config.ts'
import { commandLine } from '../app/how-started.ts'
import type { SeededProgramme } from '../app/seed-programmes.ts'
import type { SeededStaff } from '../app/seed-staff.ts'
import { type RunningServer, startServer } from '../app/server.ts'
import { printOne, printProgress } from './printing.ts'

export const startCommand = (): Command =>
  new Command('start')
    .option('--roles <list>', 'the roles of this process: api, pages, worker; overrides FLORIN_ROLES')
    .action(start)

/** Starts the roles of this process, prints its address, and runs until it receives a signal to stop. */
async function start(options: { roles?: string }): Promise<void> {
  const config = readConfig(undefined, options)
  const log = openLog({ level: config.logLevel, format: config.logFormat, to: process.stderr })
  // Heard from here on: one that comes during the start stops the program in order, once it has started.
  const stopping = stopSignal()
  const { tracing: wanted } = config
  const tracing = wanted && (await (await import('../app/tracing.ts')).openTracing(wanted, config))
  const server = await startServer(config, log, { playsStory: config.story })
  printOne({ address: config.listens ? server.publicUrl : null, roles: config.roles }, welcome(config, server))
  // Otherwise written at the end of the process, which one that is killed does not have.
  flushCompileCache()
  const signal = await stopping
  printProgress('\nStopping after the requests under way.')
  // A person at a terminal (SIGINT) has no load balancer that must notice the stop first.
  const noticeMs = signal === 'SIGTERM' && config.listens ? config.stopNoticeMs : 0
  await server.stop({ noticeMs })
  await tracing?.close()
}

/**
 * The first signal stops the program in order; a later one ends it at once. One that comes right after the first is its
 * echo: a signal to the process group of `npm start` reaches us directly, and once more through npm, which passes it on.
 */
function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let stoppedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppedAt !== undefined && performance.now() > stoppedAt + echoMs) process.exit(1)
      stoppedAt ??= performance.now()
      resolve(signal)
    })
  }
  return promise
}
const echoMs = 500

function welcome(config: Config, server: RunningServer): string {
  const { app, publicUrl, shop, programme, people, demoApp, iso8583 } = server
  const networkKey = app.networkConnections.get(stagingConnection)?.reveal()
  const { environment, roles } = config
  const address = config.listens ? publicUrl : 'none: it listens only when FLORIN_PORT is set'
  const lines = ['', `Florin is running (${environment}; ${roles.join(', ')}).`, '']
  if (!roles.includes('pages')) return [...lines, `  Address           ${address}`, ''].join('\n')
  lines.push(`  Hosted checkout   ${publicUrl}/`)
  if (!shop) return lines.join('\n')
  const { site, privateKey } = shop
  lines.push(
    `  Demo store        ${publicUrl}/demo      <- begin here`,
    ...(demoApp ? [`  Demo app          ${publicUrl}/demo/app  (a bank, with a card for the store)`] : []),
    `  Staging desk      ${publicUrl}/sandbox   (clock, mailbox, disputes)`,
    `  Dashboard         ${publicUrl}/dashboard`,
    `  Documentation     ${publicUrl}/docs      (API reference: ${publicUrl}/docs/api)`,
    '',
    `  Site              ${site.id} (${site.merchantName}, ${site.name})`,
    `  Private key       ${displayPrivateKey(site, privateKey).reveal()}`,
    `  Public key        ${publicKey(site)}`,
    `  Connectors        ${app.connectors.ids.join(', ')}`,
    ...(programme ? issuingLines(publicUrl, { ...programme, networkKey }) : []),
    ...(people ? loginLines(people) : []),
    ...iso8583.map(({ name, port }) => `  ISO 8583          port ${port} (${name})`),
    '',
    '  Test cards (security code 123, 3-D Secure code 00000)',
    ...[...testCards.slice(0, 6), fallbackCard].map(
      (card) => `    ${grouped(card.number)}  ${card.expiry}  ${card.what}`,
    ),
    '',
    ...(server.isPlaying ? storyLines : []),
    `  Check the books   ${commandLine('verify')}`,
    '  Stop              Ctrl+C',
    '',
  )
  return lines.join('\n')
}

type Issuing = SeededProgramme & { networkKey: string | undefined }

const issuingLines = (publicUrl: string, { partner, apiKey, product, networkKey }: Issuing): string[] => [
  '',
  `  Card issuing      ${publicUrl}/v1`,
  `  Partner           ${partner.id} (${partner.name})`,
  `  Partner API key   ${apiKey?.reveal() ?? 'was replaced: florin partner keys'}`,
  `  Card product      ${product.id} (${product.name})`,
  `  Card network      ${publicUrl}/network/v1`,
  `  Network key       ${networkKey ?? 'set FLORIN_NETWORK_KEYS'}`,
]

const loginLines = ({ people, password }: SeededStaff): string[] => [
  '',
  `  Dashboard logins  password ${password.reveal()}`,
  ...people.map(({ email, role, scope }) => `    ${email.padEnd(24)} ${role} of ${ofWhom[scope.kind]}`),
  '',
]
const ofWhom = { platform: 'the operator', merchant: 'the merchant', partner: 'the partner' }

/** What waits meanwhile: a notification of a purchase made now arrives when the story is over. */
const storyLines = [
  '  The dashboard is being filled with two months of a bakery and a bank, in the background.',
  '  It takes about a minute, more on a busy machine; notifications of what you do now arrive after it.',
  '',
]

const grouped = (number: string): string => number.replaceAll(/(.{4})(?=.)/g, '$1 ')
