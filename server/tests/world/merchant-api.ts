import { type JsonValue, parseJsonExactly } from '#kernel/base/json.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { WorldHttp } from './world-http.ts'

type Asked = { path: string; query: Readonly<Record<string, string>>; key: Secret<string> }

/** The merchants' API of a world, which nobody reaches over the network. */
export async function callMerchantApi(
  http: WorldHttp,
  { path, query, key }: Asked,
): Promise<{ status: number; json: JsonValue | undefined }> {
  const { statusCode, body } = await http.inject({
    method: 'GET',
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${key.reveal()}` },
  })
  return { status: statusCode, json: parseJsonExactly(body) }
}
