// Fetches. Every figure that a page shows comes from here; nothing is computed from it in the browser.

export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

// A document of the API at `path` (below /api/v1), for the parameters given. Throws Problem with a sentence for people.
export async function fetchDocument(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== null));
  const response = await fetch(`/api/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
    headers: { Accept: "application/json" },
  }).catch(() => {
    throw new Problem(0, "The dashboard's server does not answer. Is `tandem serve` still running?");
  });
  const document = await response.json();
  if (!response.ok) throw new Problem(response.status, document.detail);
  return document;
}
