import type { ProcessorKinds } from '#acquiring/processors'
import { adyen } from '#connectors/acquirer/adyen/index.ts'
import { iso8583Processor } from '#connectors/acquirer/iso8583/index.ts'
import { stripe } from '#connectors/acquirer/stripe/index.ts'
import type { Vault } from '#core/vault'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

type ProcessorParts = { vault: Pick<Vault, 'acquired'>; metrics: Metrics }

/** The kinds of processors that this program can be connected to: a line for each. */
export const processorKinds = ({ vault, metrics }: ProcessorParts): ProcessorKinds => ({
  stripe,
  adyen,
  iso8583: iso8583Processor({ cards: vault.acquired, metrics }),
})
