import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '../page/chat.css'

export const metadata: Metadata = {
  title: 'Chat',
  icons: { icon: 'data:,' },
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
