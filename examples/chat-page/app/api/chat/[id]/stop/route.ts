import { stop } from '../../../../../server/chat.ts'

export async function POST(
  _request: Request,
  { params }: RouteContext<'/api/chat/[id]/stop'>,
) {
  return stop((await params).id)
}
