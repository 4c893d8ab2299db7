import { storedMessages } from '../../../../server/chat.ts'

export async function GET(
  _request: Request,
  { params }: RouteContext<'/api/chat/[id]'>,
) {
  return Response.json(await storedMessages((await params).id))
}
