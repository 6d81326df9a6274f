export function Logo({ className = 'size-6' }: { className?: string }) {
  return (
    <svg className={`text-primary ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        d="M10.6 1h2.8L16 4.4H8zM6.9 5.8h10.2l2.5 3.4H4.4zM3.3 10.6h17.4L23.2 14H.8zM8 15.4h8v3.2H8zM8 20h8v3H8z"
      />
    </svg>
  )
}
