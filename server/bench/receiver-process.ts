import { answerParent } from './processes.ts'
import { openReceiver } from './receiver.ts'

/** A store's endpoint in a process of its own, so that its work is not counted as ours. It tells its address and what came. */
const receiver = await openReceiver()

answerParent(
  async () => ({ url: receiver.url, received: receiver.received() }),
  () => receiver.close(),
)
