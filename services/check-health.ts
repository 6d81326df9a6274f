/** For the health check of a container: ends with 0 when the server in it is ready (PORT, as the server reads it). */
async function checkHealth(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${process.env.PORT || '8080'}/health/ready`).catch(() => null)
  process.exitCode = answer?.ok ? 0 : 1
}

void checkHealth()
