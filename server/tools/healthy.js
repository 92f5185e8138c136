/** The health check of a container: whether the process beside it lives. Without the program, which takes a second to load. */
const url = `http://127.0.0.1:${process.env.FLORIN_PORT ?? 8080}/health`
const isHealthy = await fetch(url).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isHealthy ? 0 : 1)
