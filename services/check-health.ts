/** Health check of a container: exits with 0 when the server on PORT is ready. */
async function checkHealth(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${process.env.PORT || '8080'}/health/ready`).catch(() => null)
  process.exitCode = answer?.ok ? 0 : 1
}

void checkHealth()
