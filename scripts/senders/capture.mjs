/** A request that a package sent. */
export class Capture {
  body

  /** Keeps the request, and refuses it. */
  fetch = async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init)
    this.body = JSON.parse(await request.text())
    return Response.json({ error: { message: 'captured' }, message: 'captured' }, { status: 400 })
  }
}
