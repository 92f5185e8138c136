import type { ProcessorKinds } from '#acquiring/processors'

/** The kinds of processors that this program can be connected to: a line for each. */
export const processorKinds: ProcessorKinds = {}
