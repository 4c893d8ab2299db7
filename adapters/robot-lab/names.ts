/** The hashes of the Ruby gem robot_lab: messages, tools, `RobotResult`. Writes what its code writes, and reads all shapes. */
export const title = 'RobotLab'
export const docs = 'https://madbomber.github.io/robot_lab/'

/** What people call the format for short, where one is chosen by its name. */
export const names = ['robotlab', 'robot_lab'] as const

/** Another form in which it is written, and the export that writes it. */
export const variants = { 'robot-lab-documented': 'robotLabDocumented' } as const
