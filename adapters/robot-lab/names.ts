/**
 * The hashes of the Ruby gem robot_lab: messages, tools, `RobotResult`. Encodes the shape of the gem's code,
 * and decodes all shapes.
 */
export const title = 'RobotLab'
export const docs = 'https://madbomber.github.io/robot_lab/'

/** Short names that select this format. */
export const names = ['robotlab', 'robot_lab'] as const

/** Another written form of the format, and the export that writes it. */
export const variants = { 'robot-lab-documented': 'robotLabDocumented' } as const
