/** Bytes of DuckDB's module and worker as they are sent, compressed; a test holds it. */
export const engineDownload = 6_500_000
