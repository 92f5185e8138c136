import { apiRoot } from './client.ts'
import { faultOf } from './faults.ts'

/** Tells the operator's log of a fault. A page that fails again and again tells it a few times. */
export function reportFault(error: unknown, page: string): void {
  const fault = faultOf(error, page)
  if (!fault || left-- <= 0) return
  void fetch(`${apiRoot}/page-faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'florin-dashboard': '1', 'florin-background': '1' },
    body: JSON.stringify(fault),
    keepalive: true,
  }).catch(() => undefined)
}
let left = 5
