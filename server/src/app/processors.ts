import type { ProcessorKinds } from '#acquiring/processors'
import { stripe } from '#connectors/acquirer/stripe/index.ts'

/** The kinds of processors that this program can be connected to: a line for each. */
export const processorKinds: ProcessorKinds = { stripe }
