import { Command, Option } from 'commander'
import {
  type DecisionFallback,
  decisionFallbacks,
  type PartnerId,
  type PartnerInput,
  type WebhookRetries,
  webhookRetries,
} from '#core/partners'
import { findPause, isPaused, questionsOf } from '#issuing/spending'
import { durationOption, idArgument, partnerIdArgument, yesOrNo } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type Options = {
  name?: string
  webhookUrl?: string
  webhookRetries?: WebhookRetries
  decisionUrl?: string
  decisionDeadline?: Temporal.Duration
  decisionFallback?: DecisionFallback
  active?: boolean
  live?: boolean
}

export function partnerCommand(): Command {
  const partner = new Command('partner')
  partner
    .command('add <name>')
    .description('add a partner; its keys are shown once')
    .option('--webhook-url <url>', 'address for webhooks')
    .option('--live', 'real money: its API keys begin with fpk_live_', false)
    .action((name: string, { live = false, ...options }: Options) =>
      withApp(async ({ partners, by }) => {
        const added = await partners.create({ ...inputOf(options), by: await by('partners:change'), name, live })
        const [apiKey, signingKey] = [added.apiKey.reveal(), added.signingKey.reveal()]
        const text = [
          `Partner ${added.partner.id} is created.`,
          `API key      ${apiKey}\nSigning key  ${signingKey}`,
          'The API key is not shown again. To replace a lost key: florin partner rotate-key',
        ].join('\n')
        print({ ...added.partner, apiKey, signingKey }, text)
      }),
    )
  partner
    .command('change')
    .argument('<partnerId>', '', partnerIdArgument)
    .description('change the given settings, leave the rest')
    .option('--name <name>')
    .option('--webhook-url <url>', 'address for webhooks; empty text: none')
    .addOption(
      new Option('--webhook-retries <schedule>', 'documented: 3 attempts; long: 16 in two days').choices(
        webhookRetries,
      ),
    )
    .option('--decision-url <url>', 'where it is asked about payments; empty text: it is not asked')
    .option('--decision-deadline <duration>', 'how long it has to answer, such as PT2S', durationOption)
    .addOption(
      new Option('--decision-fallback <decision>', 'what is decided without its answer').choices(decisionFallbacks),
    )
    .option('--active <yes|no>', 'the API refuses an inactive partner and its customers', yesOrNo('--active'))
    .action((partnerId: PartnerId, options: Options) =>
      withApp(async ({ partners, by }) => {
        const changed = await partners.change({ by: await by('partners:change'), partnerId, changes: inputOf(options) })
        print(changed, `Partner ${changed.id} (${changed.name}) is changed.`)
      }),
    )
  partner.command('list').description('all partners').action(listPartners)
  partner
    .command('decisions')
    .argument('<partnerId>', '', partnerIdArgument)
    .description('how the partner is asked about payments, and what came of the last questions')
    .action(showDecisions)
  addKeyCommands(partner)
  return partner
}

const inputOf = ({ name, webhookUrl, webhookRetries, active, ...decisions }: Options): PartnerInput => ({
  webhookRetries,
  name,
  active,
  webhookUrl: webhookUrl === '' ? null : webhookUrl,
  decisionUrl: decisions.decisionUrl === '' ? null : decisions.decisionUrl,
  decisionDeadlineMs: decisions.decisionDeadline?.total('milliseconds'),
  decisionFallback: decisions.decisionFallback,
})

const listPartners = () =>
  withApp(async ({ partners, by }) => {
    await by('partners:read')
    const data = await partners.list({ limit: 1000 })
    print(
      { data },
      table(
        ['id', 'name', 'kind', 'active', 'webhooks', 'since'],
        data.map(({ id, name, live, active, webhookUrl, createdAt }) => [
          String(id),
          name,
          live ? 'live' : 'test',
          active ? 'yes' : 'no',
          webhookUrl ?? 'none',
          createdAt.toString({ smallestUnit: 'second' }),
        ]),
      ),
    )
  })

const showDecisions = (partnerId: PartnerId) =>
  withApp(async ({ db, clock, partners, by }) => {
    await by('partners:read')
    const partner = await partners.find(partnerId)
    if (!partner) throw new Error(`There is no partner ${partnerId}.`)
    const { decisionUrl, decisionDeadlineMs, decisionFallback } = partner
    const asked =
      decisionUrl === undefined
        ? 'The partner is not asked. To ask it: florin partner change --decision-url'
        : `Asked at ${decisionUrl}, for ${decisionDeadlineMs} ms; without an answer: ${decisionFallback}`
    const pause = await findPause(db, partnerId)
    const pausedUntil = isPaused(pause, clock.now()) ? pause.pausedUntil : undefined
    const questions = await questionsOf(db, partnerId, questionsShown)
    const rows = questions.map(({ askedAt, transactionId, verdict }) => [
      askedAt.toString({ smallestUnit: 'second' }),
      transactionId,
      verdict?.outcome ?? 'open',
      verdict?.tookMs === undefined ? '' : `${verdict.tookMs} ms`,
      verdict?.because ?? '',
    ])
    const text = [
      asked,
      ...(pausedUntil ? [`Its server does not answer: it is asked again after ${pausedUntil}.`] : []),
      table(['asked', 'transaction', 'outcome', 'after', 'why'], rows),
    ].join('\n')
    print({ decisionUrl, decisionDeadlineMs, decisionFallback, pausedUntil, questions }, text)
  })
const questionsShown = 20

function addKeyCommands(partner: Command): void {
  const onPartner = (name: string) => partner.command(name).argument('<partnerId>', '', partnerIdArgument)
  type Overlap = { overlap?: Temporal.Duration }
  onPartner('rotate-key')
    .description('make a new API key; the one before it stays valid for a while')
    .option('--overlap <duration>', 'how long; default: PT24H', durationOption)
    .action((partnerId: PartnerId, { overlap }: Overlap) =>
      withApp(async ({ partners, by }) => {
        const { apiKey, previousUntil } = await partners.rotateApiKey({
          by: await by('partners:change'),
          partnerId,
          overlap,
        })
        const text = `API key  ${apiKey.reveal()}\nThe key before it is valid until ${previousUntil}.`
        print({ apiKey: apiKey.reveal(), previousUntil }, text)
      }),
    )
  onPartner('revoke-key')
    .argument('<keyId>', '', idArgument('keyId'))
    .description('end an older API key now')
    .action((partnerId: PartnerId, keyId: bigint) =>
      withApp(async ({ partners, by }) => {
        await partners.revokeApiKey({ by: await by('partners:change'), partnerId, keyId })
        print({ id: keyId, status: 'revoked' }, `Key ${keyId} is no longer valid.`)
      }),
    )
  onPartner('rotate-signing-key')
    .description(
      'make a new key for the signatures of webhooks; the one before it signs until the new one is activated',
    )
    .option('--overlap <duration>', 'the longest time until the new key signs; default: PT24H', durationOption)
    .action((partnerId: PartnerId, { overlap }: Overlap) =>
      withApp(async ({ partners, by }) => {
        const { signingKey, previousUntil } = await partners.rotateSigningKey({
          by: await by('partners:change'),
          partnerId,
          overlap,
        })
        const next = `As soon as the receiver knows it: florin partner activate-signing-key ${partnerId}`
        const text = `Signing key  ${signingKey.reveal()}\nIt signs from ${previousUntil} at the latest. ${next}`
        print({ signingKey: signingKey.reveal(), previousUntil }, text)
      }),
    )
  onPartner('activate-signing-key')
    .description('the receiver knows the newest signing key: sign with it from now on')
    .action((partnerId: PartnerId) =>
      withApp(async ({ partners, by }) => {
        await partners.activateSigningKey({ by: await by('partners:change'), partnerId })
        print({ id: partnerId, isActivated: true }, 'Webhooks are signed with the newest key.')
      }),
    )
  onPartner('keys')
    .description('the keys of a partner, without the keys themselves')
    .action((partnerId: PartnerId) =>
      withApp(async ({ partners, by }) => {
        await by('partners:read')
        const [api, signing] = await Promise.all([partners.apiKeys(partnerId), partners.signingKeys(partnerId)])
        const rows = [
          ...api.map((key) => ['API', String(key.id), `${key.createdAt}`, '', `${key.expiresAt ?? 'none'}`]),
          ...signing.map((key) => [
            'signing',
            String(key.id),
            `${key.createdAt}`,
            `${key.activatedAt ?? 'not yet'}`,
            `${key.expiresAt ?? 'none'}`,
          ]),
        ]
        print({ apiKeys: api, signingKeys: signing }, table(['kind', 'id', 'made', 'activated', 'ends'], rows))
      }),
    )
}
