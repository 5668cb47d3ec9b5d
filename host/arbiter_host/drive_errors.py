"""What can be wrong with a drive."""


class DriveError(Exception):
    """One line: what is wrong, where, what to do.  Nothing on the drive was changed by it."""


class DeployFailed(DriveError):
    """Writing began and failed; the text says what is on the drive now."""
