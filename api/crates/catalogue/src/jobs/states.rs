//! The states of a job.

use yingku_base::string_enum;

string_enum! {
    /// State of a job.
    pub enum JobState {
        /// It has not begun.
        Waiting = "waiting",
        /// It is being worked on.
        Running = "running",
        /// It is done.
        Done = "done",
        /// It failed.
        Failed = "failed",
        /// It was stopped.
        Cancelled = "cancelled",
    } else Failed
}
